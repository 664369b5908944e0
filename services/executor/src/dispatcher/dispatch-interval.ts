/** The result of an early round, which a notification started. */
export interface EarlyResult {
  /** The number of sessions that were enqueued, including rescued ones. */
  added: number;
  tookMs: number;
}

/** The result of one round of the dispatcher. */
export interface RoundResult extends EarlyResult {
  /** The number of sessions that ended. */
  retired: number;
  backlogged: boolean;
  /** True when sessions under flow control were accepted or ended recently. */
  flowing: boolean;
}

const IDLE_MS = 250;
/** The pause while sessions wait in the backlog, but the queue is full and no session ended. */
const FULL_MS = 100;
/** The shortest pause between two rounds. */
export const BUSY_MS = 25;
/** The pause while sessions end, because ingress needs current quotas. */
const ENDING_MS = 100;

/**
 * The pause is at least this many times the duration of the round. A round reads all sessions in the queue, so with
 * many of them it takes time that executors could use.
 */
const REST_OF_TOOK = 3;
/**
 * The maximum of that pause while there is a backlog. The queue holds as much as an organization finishes in half a
 * second, and must be filled again long before that.
 */
const MOST_REST_MS = 125;

/**
 * Returns the pause before the next round: short while there is a backlog and the queue drains, long while there is
 * nothing to do. A long round makes the pause longer, unless sessions under flow control can start soon.
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
