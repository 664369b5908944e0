import { setTimeout as pause } from 'node:timers/promises';

/**
 * Injects a fault at most `times` times, with random pauses of at least `atLeastMs`, while `during` returns true.
 * @returns how often the fault was injected
 */
export async function injectRepeatedly(
  times: number,
  atLeastMs: number,
  inject: (index: number) => Promise<void> | void,
  during: () => boolean,
): Promise<number> {
  let injected = 0;
  while (injected < times && during()) {
    await pause(atLeastMs + Math.random() * atLeastMs * 0.3);
    if (!during()) break;
    await inject(injected);
    injected += 1;
  }
  return injected;
}
