/** What one round of the dispatcher did. */
export interface RoundResult {
  /** Sessions that were enqueued: fed and rescued. */
  added: number;
  /** Sessions that ended. */
  retired: number;
  backlogged: boolean;
  /** Sessions under flow control were accepted or ended lately. */
  flowing: boolean;
  tookMs: number;
}

const IDLE_MS = 250;
/** Sessions wait in the backlog, but the queue is full and no session ended. */
const FULL_MS = 100;
/** Rounds follow each other no sooner. */
export const BUSY_MS = 25;
/** While sessions end, ingress needs up-to-date quotas. */
const ENDING_MS = 100;

/** A round reads all sessions in the queue, so with many of them it costs what executors could have. */
const REST_OF_TOOK = 3;
/** The queue holds what an organization finishes in half a second, and is to be filled again long before. */
const MOST_REST_MS = 125;

/**
 * When the next round begins: soon while there is a backlog and the queue drains, rarely while there is nothing to do,
 * and after a rest that is longer than the round was.
 */
export function nextRoundMs(round: RoundResult): number {
  if (round.flowing) return BUSY_MS;
  const restMs = Math.min(round.tookMs * REST_OF_TOOK, round.backlogged ? MOST_REST_MS : IDLE_MS);
  return Math.max(wantedMs(round), restMs);
}

function wantedMs({ added, retired, backlogged }: RoundResult): number {
  if (!backlogged) return retired > 0 ? ENDING_MS : IDLE_MS;
  return added > 0 || retired > 0 ? BUSY_MS : FULL_MS;
}
