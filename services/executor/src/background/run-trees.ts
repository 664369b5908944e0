import type { Trees } from '@workflow/session-store';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';

const IDLE_MS = 500;

interface TreeParts extends WorkLoopParts {
  trees: Trees;
}

/**
 * Cancels the descendants of ended sessions, and deletes the remaining rows of deleted ones. Transactions have a
 * limited size, and organizations take turns.
 */
export function runTrees({ trees, ...parts }: TreeParts): Repetition {
  return workLoop(parts, {
    name: 'trees',
    kinds: ['endingTrees', 'deletedTrees'],
    message: 'Could not cancel or delete descendants of ended sessions; trying again',
    round: async () => {
      const cancelled = await trees.cancelParts();
      const deleted = await trees.deleteParts();
      return cancelled || deleted ? 0 : IDLE_MS;
    },
  });
}
