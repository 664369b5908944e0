import type { Operations } from '@workflow/session-store';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';

const IDLE_MS = 500;

interface OperationParts extends WorkLoopParts {
  operations: Pick<Operations, 'work'>;
}

/** Runs the bulk operations, one part at a time. Several executors run different operations at the same time. */
export function runOperations({ operations, ...parts }: OperationParts): Repetition {
  return workLoop(parts, {
    name: 'operations',
    kinds: ['operations'],
    message: 'Could not run bulk operations; trying again',
    round: async () => ((await operations.work()) ? 0 : IDLE_MS),
  });
}
