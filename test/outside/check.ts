import { test } from 'node:test';

/** Registers a check, named after what holds when it passes. `main.ts` runs and counts them. */
export function check(name: string, act: () => void | Promise<void>): void {
  void test(name, act);
}
