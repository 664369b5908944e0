import { expect, test } from '@jest/globals';
import { describeWithRedis } from '@workflow/test-harness';
import { FAULTS } from './faults/index.ts';

const WITHIN_MS = 120_000;

/**
 * The short form of the fault suite (docs/reliability.md): real processes on their own servers, fewer faults, less
 * load.
 */
describeWithRedis('accepted means done', () => {
  const size = { long: false, of: (_long: number, short: number) => short };

  test.each(FAULTS.filter((fault) => fault.short))(
    '$name',
    async (fault) => {
      const { accepted, notes, ...result } = await fault.run(size);
      expect(notes.filter((note) => note.startsWith('MISSED'))).toEqual([]);
      expect(accepted).toBeGreaterThan(0);
      expect(result).toMatchObject({
        finished: accepted,
        lost: 0,
        finishedTwice: 0,
        committedStepsRerun: 0,
        passed: true,
      });
    },
    WITHIN_MS,
  );
});
