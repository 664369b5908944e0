import { Alert } from '@mantine/core';
import { Link } from 'react-router';
import type { Session } from '../api/types.ts';
import { SHOW_FLOW_CONTROL } from '../editor/dialogs.ts';
import { texts, waits } from '../texts/waiting.ts';

interface WaitingNoticeProps {
  workflowId: string;
  waitingFor: NonNullable<Session['waitingFor']>;
}

/** What a session waits for, with a link to the rule that holds it back. */
export function WaitingNotice({ workflowId, waitingFor }: WaitingNoticeProps) {
  const link = linkOf(workflowId, waitingFor);
  const { short, long } = waits[waitingFor];
  return (
    <Alert color="yellow" variant="light" title={short} role="status" p="sm">
      {long} {link && <Link to={link.to}>{link.label}</Link>}
    </Alert>
  );
}

function linkOf(
  workflowId: string,
  waitingFor: WaitingNoticeProps['waitingFor'],
): { to: string; label: string } | null {
  switch (waitingFor) {
    case 'concurrency':
    case 'order':
    case 'gather':
      return { to: `/workflows/${workflowId}?${SHOW_FLOW_CONTROL}`, label: texts.flowControl };
    case 'pause':
      return { to: `/workflows/${workflowId}/activity`, label: texts.activity };
    case 'throttle':
      return { to: '/settings/throttles', label: texts.throttles };
    case 'quota':
      return { to: '/settings/limits', label: texts.limits };
    case 'executor':
      return { to: '/', label: texts.overview };
    default:
      return null;
  }
}
