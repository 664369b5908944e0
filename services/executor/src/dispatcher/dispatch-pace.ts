/** What one round of the dispatcher did. */
export interface RoundResult {
  /** Sessions that were enqueued: fed and rescued. */
  added: number;
  /** Sessions that ended. */
  retired: number;
  backlogged: boolean;
  /** Sessions under flow control were accepted or ended lately. */
  flowing: boolean;
}

const IDLE_MS = 250;
/** Sessions wait in the backlog, but the queue is full and no session ended. */
const FULL_MS = 100;
/** Rounds follow each other no sooner. */
export const BUSY_MS = 25;
/** While sessions end, ingress needs up-to-date quotas. */
const ENDING_MS = 100;

/**
 * When the next round begins: soon while there is a backlog and the queue drains, rarely while there is nothing to do.
 */
export function nextRoundMs({ added, retired, backlogged, flowing }: RoundResult): number {
  if (flowing) return BUSY_MS;
  if (!backlogged) return retired > 0 ? ENDING_MS : IDLE_MS;
  return added > 0 || retired > 0 ? BUSY_MS : FULL_MS;
}
