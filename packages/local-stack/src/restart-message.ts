import type { UnexpectedEnd } from './supervisor.ts';

/** From this number on, the message states how often the program ended. Once or twice may be chance. */
const COUNTED_FROM = 3;

/** Returns the message for the person at the terminal when a program ended unexpectedly. */
export function restartMessage({ reason, delayMs, inARow }: UnexpectedEnd): string {
  const often = inARow < COUNTED_FROM ? '' : ` ${inARow} times in a row`;
  return `ended (${reason})${often}, starts again in ${delayMs / 1_000} s`;
}
