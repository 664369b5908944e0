/** What one round of the dispatcher did. */
export interface RoundResult {
  /** Sessions handed to the queue, fed and offered again. */
  added: number;
  /** Ledger entries that were done. */
  retired: number;
  backlogged: boolean;
}

export const IDLE_MS = 250;
/** Work is queued in PostgreSQL but the window is full and nothing drained. */
export const FULL_MS = 100;
export const BUSY_MS = 25;

/** When the next round begins: soon while there is a backlog and the queue drains, rarely while there is nothing to do. */
export function nextRoundMs({ added, retired, backlogged }: RoundResult): number {
  if (!backlogged) return IDLE_MS;
  return added > 0 || retired > 0 ? BUSY_MS : FULL_MS;
}
