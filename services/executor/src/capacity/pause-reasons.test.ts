import { expect, test } from '@jest/globals';
import { AloneGate } from './alone-gate.ts';
import { guardMemory } from './memory-guard.ts';
import { createPauseReasons } from './pause-reasons.ts';

function switches() {
  const calls: string[] = [];
  return {
    calls,
    pauses: createPauseReasons({ pause: () => calls.push('pause'), resume: () => calls.push('resume') }),
  };
}

test('a reason to pause pauses the consumer, which takes jobs again only when no reason is left', () => {
  const { calls, pauses } = switches();
  pauses.add('alone');
  expect(calls).toEqual(['pause']);
  pauses.add('memory');
  pauses.remove('alone');
  expect(pauses.any).toBe(true);
  expect(calls).not.toContain('resume');
  pauses.remove('memory');
  expect(calls.at(-1)).toBe('resume');
});

test('memory above the limit pauses the executor until it is well below', () => {
  const { pauses } = switches();
  const paused = [90, 101, 95, 89].map((rss) => {
    guardMemory(rss, 100, pauses);
    return pauses.has('memory');
  });
  expect(paused).toEqual([false, true, true, false]);
});

test('a session that runs alone begins when the others ended, and two such run one after the other', async () => {
  const { calls, pauses } = switches();
  const gate = new AloneGate(pauses);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const otherSession = gate.runWithOthers(() => first.promise.then(() => void order.push('other')));
  const alone = [1, 2].map((number) =>
    gate.runAlone(async () => {
      order.push(`begins ${number}`);
      await second.promise;
      order.push(`ends ${number}`);
    }),
  );
  expect(gate.closed).toBe(true);
  first.resolve();
  second.resolve();
  await Promise.all([otherSession, ...alone]);
  expect(order).toEqual(['other', 'begins 1', 'ends 1', 'begins 2', 'ends 2']);
  expect(gate.closed).toBe(false);
  expect(calls.at(-1)).toBe('resume');
});
