import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { SessionJob } from '@workflow/session-queue';
import { AloneGate } from '../capacity/alone-gate.ts';
import { createPauseReasons } from '../capacity/pause-reasons.ts';
import { Slots } from '../capacity/slots.ts';
import { createJobRunner, fetchesOf } from './run-job.ts';

/**
 * Creates a runner whose sessions end when the test decides. It fetches one job at a time, and has `others` slots in
 * addition to that of the fetch.
 */
function runner(otherSlots: number, claim: (sessionId: string) => Promise<void> = () => Promise.resolve(), most = 16) {
  const ends = new Map<string, () => void>();
  const putBack: SessionJob[] = [];
  const sizes: number[] = [];
  const slots = new Slots(otherSlots);
  const pauses = createPauseReasons({ pause: () => undefined, resume: () => undefined });
  const run = createJobRunner({
    takeSession: async ({ sessionId }, onClaimed) => {
      const ended = new Promise<void>((resolve) => ends.set(sessionId, resolve));
      await claim(sessionId);
      onClaimed();
      await ended;
    },
    slots,
    pauses,
    gate: new AloneGate(pauses),
    durations: { mostAtOnce: () => most, pauseMs: () => 0 },
    active: ends,
    putBack: async (remainder, sessionsPerJob) => {
      putBack.push(remainder);
      sizes.push(sessionsPerJob);
    },
    onQueueError: () => undefined,
    openStarts: () => null,
  });
  return { run, ends, putBack, sizes, slots, pauses };
}

const job = (sessionIds: string[]): SessionJob => ({ organizationId: 'o', enqueueNumber: 4, sessionIds });

test('starts as many sessions as there are slots and puts the rest back', async () => {
  const { run, ends, putBack } = runner(1);
  let resolved = false;
  const ran = run(job(['a', 'b', 'c', 'd'])).then(() => (resolved = true));
  await waitFor(() => putBack.length === 1);
  expect([...ends.keys()]).toEqual(['a', 'b']);
  expect(putBack).toEqual([job(['c', 'd'])]);
  // The next job is fetched when there is a slot for it.
  expect(resolved).toBe(false);
  ends.get('b')?.();
  await ran;
});

test('takes few of long sessions, and puts the rest back in small jobs for other executors', async () => {
  const { run, ends, putBack, sizes } = runner(9, undefined, 2);
  await run(job(['a', 'b', 'c', 'd', 'e']));
  expect([...ends.keys()]).toEqual(['a', 'b']);
  expect([putBack, sizes]).toEqual([[job(['c', 'd', 'e'])], [2]]);
});

test('keeps the remaining sessions while slots become free quickly', async () => {
  const { run, ends, putBack } = runner(0);
  const ran = run(job(['a', 'b']));
  ends.get('a')?.();
  await waitFor(() => ends.has('b'));
  ends.get('b')?.();
  await ran;
  expect(putBack).toEqual([]);
});

test('a job is over once its sessions are claimed', async () => {
  let claimed = (): void => undefined;
  const claiming = new Promise<void>((resolve) => (claimed = resolve));
  const { run } = runner(9, () => claiming);
  let isOver = false;
  const ran = run(job(['a', 'b'])).then(() => (isOver = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  claimed();
  await ran;
});

test('starts no more of a job once the executor pauses', async () => {
  const { run, ends, putBack, pauses } = runner(9);
  pauses.add('memory');
  await run(job(['a', 'b']));
  expect([...ends.keys()]).toEqual(['a']);
  expect(putBack).toEqual([job(['b'])]);
});

test('a closed executor gives no more slots and waits for none', async () => {
  const { run, ends, putBack, slots } = runner(9);
  slots.close();
  await run(job(['a', 'b']));
  expect([...ends.keys()]).toEqual(['a']);
  expect(putBack).toEqual([job(['b'])]);
});

test.each([
  [1, 1],
  [3, 1],
  [20, 5],
  [100, 8],
])('an executor with %i slots fetches %i jobs at a time', (concurrency, fetches) => {
  expect(fetchesOf(concurrency)).toBe(fetches);
});
