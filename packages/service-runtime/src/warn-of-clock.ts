import type { Logger } from './logger.ts';

/** Ids contain the clock of the process that made them. A wrong clock would sort sessions wrongly in lists. */
const MAX_DIFFERENCE_MS = 2_000;

/**
 * Warns when this machine's clock differs from PostgreSQL's. Logs nothing while PostgreSQL does not answer.
 * @param readClock reads PostgreSQL's clock
 */
export async function warnOfClock(readClock: () => Promise<Date>, logger: Logger): Promise<void> {
  const asked = Date.now();
  const theirs = await readClock().catch(() => null);
  if (theirs === null) return;
  const answered = Date.now();
  const aheadMs = Math.round((asked + answered) / 2 - theirs.getTime());
  if (Math.abs(aheadMs) - (answered - asked) / 2 <= MAX_DIFFERENCE_MS) return;
  const direction = aheadMs > 0 ? 'ahead of' : 'behind';
  logger.warn(
    { aheadMs },
    `The clock of this machine is ${Math.abs(aheadMs)} ms ${direction} PostgreSQL's; synchronize it`,
  );
}
