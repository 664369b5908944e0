import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * The pauses before a claim is repeated, in milliseconds; half a second in total. Most rows that are missing at first
 * are committed within a fraction of a millisecond.
 */
const PAUSES_MS = [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256];

/**
 * Claims a session. If the session was enqueued while its row was being committed, it repeats the claim for half a
 * second until the row exists. If the row is committed later, the dispatcher rescues the session. Returns null if the
 * session was not claimed.
 */
export async function claimWhenCommitted<Claimed>(
  { isEarly }: { isEarly: boolean },
  claim: () => Promise<Claimed | null>,
  signal: AbortSignal,
): Promise<Claimed | null> {
  let claimed = await claim();
  if (!isEarly) return claimed;
  for (const pauseMs of PAUSES_MS) {
    if (claimed !== null) break;
    if (pauseMs === 0) await nextTurn();
    else await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) break;
    claimed = await claim();
  }
  return claimed;
}
