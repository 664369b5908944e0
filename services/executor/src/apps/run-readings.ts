import { setMaxListeners } from 'node:events';
import { runAs, type TurnOwner } from '@workflow/service-runtime';
import type { Apps, ClaimedReading } from '@workflow/session-store';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';
import { readApp, type ReadingTools } from './read-app.ts';

const IDLE_MS = 250;
const BASE_BACK_OFF_MS = 250;
/** Maximum number of sources that one executor reads at the same time. */
const MAX_UNDER_WAY = 2;
/** The time limit of one reading. */
const READING_MS = 120_000;
/** Another executor repeats a reading that has not ended this long after its time limit. */
const CLAIMED_BEYOND_MS = 30_000;

interface ReadingParts extends WorkLoopParts {
  readings: Apps['readings'];
  tools: ReadingTools;
}

/** Reads the sources of apps. Every executor does this, and one executor at a time reads each app. */
export function runReadings({ readings, tools, ...parts }: ReadingParts): Repetition {
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
    const most = MAX_UNDER_WAY - underWay.size;
    const claimed = most > 0 ? await readings.claim(most, READING_MS + CLAIMED_BEYOND_MS) : [];
    for (const each of claimed) {
      const owner: TurnOwner = { kind: 'task', name: 'app', organizationId: each.organizationId };
      const reading = runAs(owner, () => read(each))
        .catch((error: unknown) => (stopping.signal.aborted ? undefined : loop.failed(error)))
        .finally(() => underWay.delete(reading));
      underWay.add(reading);
    }
    return IDLE_MS;
  }

  const message = 'Could not read an app; trying again';
  const loop = workLoop(parts, { name: 'apps', kinds: ['apps'], message, baseMs: BASE_BACK_OFF_MS, round });
  return {
    stop: async () => {
      stopping.abort(new Error('the executor that read it was stopped'));
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}
