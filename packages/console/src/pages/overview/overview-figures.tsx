import type { Schemas } from '@workflow/api-types';
import type { Span } from '../../api/queries/overview.ts';
import type { Performance } from '../../api/queries/performance.ts';
import { formatDuration } from '../../ui/format-time.ts';
import { endedNote } from '../../features/figures/ended-note.ts';
import { Figure } from '../../features/figures/figure.tsx';
import classes from '../../features/figures/figure-panels.module.css';
import { shareOf } from '../../features/figures/share-of.ts';
import { TimeFigures } from '../../features/figures/time-figures.tsx';
import { formatNumber } from '../../ui/format-number.ts';

/** A session that waits longer to start deserves a look. */
const ALARMING_WAIT_MS = 60_000;

/** Sessions of this moment, how many of the ended ones succeeded, and how long they waited and ran. */
export function OverviewFigures({
  span,
  overview: { waiting, held, running, sleeping, oldestWaitingAt, perMinute },
  performance,
  now,
}: {
  span: Span;
  overview: Schemas['Overview'];
  performance: Performance | undefined;
  now: number;
}) {
  const oldestMs = oldestWaitingAt ? now - Date.parse(oldestWaitingAt) : 0;
  return (
    <div className={classes.figures}>
      <Figure label="Running" value={formatNumber(running)} to="/sessions?mode=PROD&status=RUNNING" />
      <Figure
        label="Queued"
        value={formatNumber(waiting)}
        note={[oldestWaitingAt && `Oldest ${formatDuration(oldestMs)}`, held > 0 && `${formatNumber(held)} on hold`]
          .filter(Boolean)
          .join(', ')}
        to="/sessions?mode=PROD&status=QUEUED"
        alarming={oldestMs > ALARMING_WAIT_MS}
      />
      <Figure
        label="Waiting"
        value={formatNumber(sleeping)}
        note="Paused until a delay ends, a retry, an approval, a callback or a child session"
        to="/sessions?mode=PROD&status=WAITING"
      />
      <Figure
        label={span === 'hour' ? 'Succeeded, last hour' : 'Succeeded, last day'}
        value={shareOf(perMinute)}
        note={endedNote(perMinute)}
      />
      <TimeFigures performance={performance} />
    </div>
  );
}
