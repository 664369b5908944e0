import { setTimeout as pause } from 'node:timers/promises';

/**
 * Injects a fault `count` times, with random pauses of at least `atLeastMs`, while `during` is true. @returns how often
 */
export async function strike(
  times: number,
  atLeastMs: number,
  blow: (index: number) => Promise<void> | void,
  during: () => boolean,
): Promise<number> {
  let struck = 0;
  while (struck < times && during()) {
    await pause(atLeastMs + Math.random() * atLeastMs * 0.3);
    if (!during()) break;
    await blow(struck);
    struck += 1;
  }
  return struck;
}
