import { test } from 'node:test';

/** One check, by what holds when it passes; `main.ts` runs and counts them. */
export function check(name: string, act: () => void | Promise<void>): void {
  void test(name, act);
}
