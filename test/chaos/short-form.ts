import { expect, test } from '@jest/globals';
import { describeWithRedis } from '@workflow/test-harness';
import { MISSED, type Fault } from './fault.ts';
import { FAULTS } from './faults/index.ts';

/**
 * Declares the short form of faults (docs/reliability.md): real processes on their own servers, fewer faults, less
 * load. It waits most of the time, so its two files run at the same time.
 */
export function describeShortForm(belongs: (fault: Fault) => boolean): void {
  describeWithRedis('accepted means done', () => {
    const size = { long: false, of: (_long: number, short: number) => short };

    test.each(FAULTS.filter((fault) => fault.short && belongs(fault)))('$name', async (fault) => {
      const { accepted, notes, ...result } = await fault.run(size);
      expect(notes.filter((note) => note.startsWith(MISSED))).toEqual([]);
      expect(accepted).toBeGreaterThan(0);
      expect(result).toMatchObject({
        finished: accepted,
        lost: 0,
        finishedTwice: 0,
        committedStepsRerun: 0,
        stranded: 0,
        passed: true,
      });
    });
  });
}
