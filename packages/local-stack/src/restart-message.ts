import type { UnexpectedEnd } from './supervisor.ts';

/** From then on the message says how often it ended: once or twice may be chance. */
const SAID_FROM = 3;

/** What the person at the terminal reads when a program ended on its own. */
export function restartMessage({ reason, delayMs, inARow }: UnexpectedEnd): string {
  const often = inARow < SAID_FROM ? '' : ` ${inARow} times in a row and does not stay up`;
  return `ended (${reason})${often}, starts again in ${delayMs / 1_000} s`;
}
