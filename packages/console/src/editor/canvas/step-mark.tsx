import type { Step } from '../../api/types.ts';
import { formatDuration, durationBetween } from '../../ui/format-time.ts';
import { isStandIn } from '../../api/is-stand-in.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useNow } from '../../ui/time.tsx';
import classes from './step-mark.module.css';

/** Status of a component's step, on its card. */
export function StepMark({ step }: { step: Step }) {
  return (
    <div className={classes.mark}>
      <StatusBadge status={isStandIn(step) ? 'STAND_IN' : step.status} />
      {step.finishedAt === null ? (
        <Running startedAt={step.startedAt} />
      ) : (
        <span>{formatDuration(durationBetween(step.startedAt, step.finishedAt, 0) ?? 0)}</span>
      )}
    </div>
  );
}

function Running({ startedAt }: { startedAt: string }) {
  return <span>{formatDuration(durationBetween(startedAt, null, useNow()) ?? 0)}</span>;
}
