import { Alert } from '@mantine/core';
import { Link } from 'react-router';
import type { Session, Step } from '../../api/types.ts';
import { SHOW_FLOW_CONTROL } from '../../editor/dialogs.ts';
import { PlaceNotice } from './place-notice.tsx';
import { type TimedWait, timedWaitOf } from '../../features/sessions/next-try.ts';
import { useNoExecutor } from '../../features/sessions/use-no-executor.ts';
import { noExecutor, timedWait, waits } from './waiting-names.ts';

const HELD_BY_KEY: ReadonlySet<string> = new Set(['concurrency', 'order', 'gather']);

interface WaitingNoticeProps {
  session: Pick<Session, 'id' | 'workflowId' | 'pool'>;
  waitingFor: NonNullable<Session['waitingFor']>;
  steps: readonly Step[];
  nameOf: (componentId: string) => string;
}

/** Shows why a session waits, with a link to the rule that holds it back. */
export function WaitingNotice({ session: { id, workflowId, pool }, waitingFor, steps, nameOf }: WaitingNoticeProps) {
  const link = linkOf(workflowId, waitingFor);
  const missing = useNoExecutor(waitingFor === 'executor', pool);
  const next = waitingFor === 'delay' ? firstToContinue(steps) : null;
  const { short, long } =
    next === null ? (missing === null ? waits[waitingFor] : noExecutor(missing)) : timedWait(next, nameOf);
  return (
    <Alert color={missing === null ? 'yellow' : 'red'} variant="light" title={short} role="status" p="sm">
      {long} {link && <Link to={link.to}>{link.label}</Link>}
      {HELD_BY_KEY.has(waitingFor) && <PlaceNotice sessionId={id} />}
    </Alert>
  );
}

function firstToContinue(steps: readonly Step[]): TimedWait | null {
  const timed = steps.map(timedWaitOf).filter((wait) => wait !== null);
  return timed.toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))[0] ?? null;
}

function linkOf(
  workflowId: string,
  waitingFor: WaitingNoticeProps['waitingFor'],
): { to: string; label: string } | null {
  switch (waitingFor) {
    case 'concurrency':
    case 'order':
    case 'gather':
      return { to: `/workflows/${workflowId}?${SHOW_FLOW_CONTROL}`, label: 'Show the rule' };
    case 'pause':
      return { to: `/workflows/${workflowId}/activity`, label: 'Show the workflow' };
    case 'throttle':
      return { to: '/settings/throttles', label: 'Show the throttles' };
    case 'quota':
      return { to: '/settings/limits', label: 'Show the limits' };
    case 'approval':
      return { to: '/approvals', label: 'Show all approvals' };
    case 'executor':
      return { to: '/', label: 'Show the load' };
    default:
      return null;
  }
}
