import { setMaxListeners } from 'node:events';
import { runAs, type Logger, type TurnOwner } from '@workflow/service-runtime';
import type { Apps, ClaimedReading } from '@workflow/session-store';
import type { WorkLook } from '../retry/work-look.ts';
import { LoopFailures } from '../retry/loop-failures.ts';
import { repeat, type Repetition } from '../retry/repeat.ts';
import { readApp, type ReadingTools } from './read-app.ts';

const IDLE_MS = 250;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 5_000;
/** Maximum number of sources that one executor reads at the same time. */
const MAX_UNDER_WAY = 2;
/** The time limit of one reading. */
const READING_MS = 120_000;
/** Another executor repeats a reading that has not ended this long after its time limit. */
const CLAIMED_BEYOND_MS = 30_000;

export interface ReadingParts {
  readings: Apps['readings'];
  work: WorkLook;
  tools: ReadingTools;
  logger: Logger;
  onStoreFailure: (error: unknown) => void;
}

/** Reads the sources of apps. Every executor does this, and one executor at a time reads each app. */
export function runReadings({ readings, work, tools, logger, onStoreFailure }: ReadingParts): Repetition {
  const failures = new LoopFailures({
    message: 'Could not read an app; trying again',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    logger,
    onStoreFailure,
  });
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const underWay = new Set<Promise<void>>();

  /** A reading that a shutdown interrupts is not recorded. Another executor repeats it after the claim expires. */
  async function read(claimed: ClaimedReading): Promise<void> {
    const outcome = await readApp(claimed, tools, READING_MS, stopping.signal);
    const refused = outcome.kind === 'failed' ? outcome.message : await readings.end(claimed, outcome.snapshot);
    if (refused !== null) await readings.fail(claimed, refused);
  }

  async function round(): Promise<number> {
    const pause = await work.delayBefore('apps');
    const most = pause === null ? MAX_UNDER_WAY - underWay.size : 0;
    const claimed = most > 0 ? await readings.claim(most, READING_MS + CLAIMED_BEYOND_MS) : [];
    failures.reset();
    for (const each of claimed) {
      const owner: TurnOwner = { kind: 'task', name: 'app', organizationId: each.organizationId };
      const reading = runAs(owner, () => read(each))
        .catch((error: unknown) => (stopping.signal.aborted ? undefined : void failures.failed(error)))
        .finally(() => underWay.delete(reading));
      underWay.add(reading);
    }
    return pause ?? IDLE_MS;
  }

  const loop = repeat('apps', round, (error) => failures.failed(error));
  return {
    stop: async () => {
      stopping.abort(new Error('the executor that read it was stopped'));
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
