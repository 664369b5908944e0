import type { Logger } from '@workflow/service-runtime';
import type { FoundWork } from '@workflow/session-store';
import { LoopFailures } from './loop-failures.ts';
import { repeat, type HurriedRepetition } from './repeat.ts';
import type { WorkLook } from './work-look.ts';

/** The parts that all work loops of an executor share. */
export interface WorkLoopParts {
  work: WorkLook;
  logger: Logger;
  /** Called with the error of every failed round. */
  onStoreFailure: (error: unknown) => void;
}

interface WorkLoopOptions {
  /** The name of the task, as the watch over the event loop names it. */
  name: string;
  /** The kinds of work that the loop does. */
  kinds: readonly (keyof FoundWork)[];
  /** Returns true when there is work that this executor knows, so that the loop does not look for it. */
  knowsWork?: () => boolean;
  /** The message that is logged for the first failure in a row. */
  message: string;
  baseMs?: number;
  maxMs?: number;
  /** Does some of the work. @returns milliseconds until the next look */
  round: () => Promise<number>;
}

/** A repetition whose work may fail after its round. */
interface WorkLoop extends HurriedRepetition {
  failed(error: unknown): void;
}

/** Looks for work repeatedly, and runs a round when there is some. The pause after a failure grows with each. */
export function workLoop({ work, logger, onStoreFailure }: WorkLoopParts, options: WorkLoopOptions): WorkLoop {
  const { name, kinds, knowsWork, message, baseMs = 100, maxMs = 5_000, round } = options;
  const failures = new LoopFailures({ message, baseMs, maxMs, logger, onStoreFailure });
  const failed = (error: unknown): number => failures.failed(error);

  async function lookAndRun(): Promise<number> {
    const idleMs = knowsWork?.() === true ? null : await work.delayBefore(...kinds);
    const pauseMs = idleMs ?? (await round());
    failures.reset();
    return pauseMs;
  }

  return { ...repeat(name, lookAndRun, failed), failed };
}
