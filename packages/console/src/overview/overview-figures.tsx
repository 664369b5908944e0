import type { components } from '../api/schema.d.ts';
import type { Span } from '../api/queries/overview.ts';
import type { Performance } from '../api/queries/performance.ts';
import { texts } from '../texts/overview.ts';
import { formatDuration } from '../ui/format-time.ts';
import { Figure } from './figure.tsx';
import classes from './overview-page.module.css';
import { shareOf } from './share-of.ts';
import { TimeFigures } from './time-figures.tsx';

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
  overview: components['schemas']['Overview'];
  performance: Performance | undefined;
  now: number;
}) {
  const ended = perMinute.reduce((total, one) => total + one.succeeded + one.failed + one.cancelled, 0);
  const oldestMs = oldestWaitingAt ? now - Date.parse(oldestWaitingAt) : 0;
  return (
    <div className={classes.figures}>
      <Figure label={texts.running} value={running.toLocaleString()} to="/sessions?mode=PROD&status=RUNNING" />
      <Figure
        label={texts.waitingToStart}
        value={waiting.toLocaleString()}
        note={
          [oldestWaitingAt && texts.oldest(formatDuration(oldestMs)), held > 0 && texts.heldBack(held)]
            .filter(Boolean)
            .join(', ') || texts.none
        }
        to="/sessions?mode=PROD&status=QUEUED"
        alarming={oldestMs > ALARMING_WAIT_MS}
      />
      <Figure
        label={texts.waiting}
        value={sleeping.toLocaleString()}
        note={texts.forADelayARetry}
        to="/sessions?mode=PROD&status=WAITING"
      />
      <Figure
        label={span === 'hour' ? texts.succeededLastHour : texts.succeededLastDay}
        value={shareOf(perMinute)}
        note={texts.sessionsEnded(ended)}
      />
      <TimeFigures performance={performance} />
    </div>
  );
}
