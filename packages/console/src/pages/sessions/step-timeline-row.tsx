import type { Session, Step } from '../../api/types.ts';
import { durationBetween, formatDuration } from '../../ui/format-time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useNow } from '../../ui/time.tsx';
import { RunFromHere } from './run-from-here.tsx';
import { AgentConversation } from '../../features/sessions/agent-conversation.tsx';
import { StepDetail } from '../../features/sessions/step-detail.tsx';
import { nextTryOf } from '../../features/sessions/next-try.ts';
import { stepKey } from './step-key.ts';
import { StepTries } from './step-tries.tsx';
import type { TimeAxis } from './time-axis.ts';
import classes from './step-timeline.module.css';

interface StepTimelineRowProps {
  session: Session;
  step: Step;
  /** All tries of the step in its run, with this one. */
  tries: readonly Step[];
  /** The turns and calls of an agent. */
  parts: readonly Step[];
  name: string;
  axis: TimeAxis;
  isOpen: boolean;
  onToggle: () => void;
}

export function StepTimelineRow({ session, step, tries, parts, name, axis, isOpen, onToggle }: StepTimelineRowProps) {
  const { begin, end } = axis;
  const now = useNow();
  const span = end - begin;
  const from = Date.parse(step.startedAt);
  const to = step.finishedAt === null ? now : Date.parse(step.finishedAt);
  const bar = { left: `${(100 * (from - begin)) / span}%`, width: `${Math.max(0.5, (100 * (to - from)) / span)}%` };
  const remarks = [
    step.run > 1 ? `retry ${step.run - 1}` : '',
    step.attempt > 1 || tries.length > 1 ? `attempt ${step.attempt}` : '',
    step.iteration > 0 ? `item ${step.iteration + 1}` : '',
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <li className={classes.item} data-step={stepKey(step)}>
      <button type="button" className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
        <StatusBadge status={step.status} />
        <span className={classes.name} title={name}>
          {name} {remarks && <span className={classes.remark}>{remarks}</span>}
        </span>
        <span className={classes.axis} aria-hidden>
          <span className={classes.bar} data-status={step.status} style={bar} />
        </span>
        <span className={classes.took}>
          {formatDuration(durationBetween(step.startedAt, step.finishedAt, now) ?? 0)}
        </span>
      </button>
      {isOpen && (
        <div className={classes.detail}>
          <RunFromHere session={session} componentId={step.componentId} />
          {tries.length > 1 && (
            <div className={classes.tries}>
              <StepTries tries={tries} />
            </div>
          )}
          {(tries.length === 1 || nextTryOf(step) === null) && <StepDetail step={step} />}
          {parts.length > 0 && (
            <AgentConversation parts={parts} retried={mayRunAgain(session, step) ? session : null} />
          )}
        </div>
      )}
    </li>
  );
}

/** Returns true if the step of an agent did not succeed, and its session ended. */
function mayRunAgain({ status, run }: Session, step: Step): boolean {
  return (status === 'FAILED' || status === 'CANCELLED') && step.run === run && step.status !== 'SUCCEEDED';
}
