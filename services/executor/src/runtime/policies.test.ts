import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextRoundMs } from '../dispatcher/dispatch-pace.ts';
import { AloneGate } from './alone-gate.ts';
import { backOffMs } from './back-off.ts';
import { crashRule } from './crash-rules.ts';
import { HeldSessions } from './held-sessions.ts';
import { createHolds } from './holds.ts';
import { guardMemory } from './memory-guard.ts';

test('a back-off never falls short of half its step nor exceeds the limit', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 1_000 }), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (failures, random) => {
    const waitMs = backOffMs(failures, 50, 2_000, random);
    expect(waitMs).toBeGreaterThanOrEqual(25);
    expect(waitMs).toBeLessThanOrEqual(2_000);
  }));
});

test.each([[0, 'run'], [1, 'run'], [2, 'run-alone'], [3, 'give-up'], [9, 'give-up']] as const)('%i crashes: %s', (crashes, rule) => {
  expect(crashRule(crashes)).toBe(rule);
});

test.each([
  ['nothing to do', { added: 0, retired: 0, backlogged: false }, 250],
  ['the queue holds all there is', { added: 5, retired: 5, backlogged: false }, 250],
  ['a backlog that drains', { added: 5, retired: 0, backlogged: true }, 25],
  ['a backlog before a full window', { added: 0, retired: 0, backlogged: true }, 100],
])('the dispatcher with %s', (_case, result, waitMs) => {
  expect(nextRoundMs(result)).toBe(waitMs);
});

function switches() {
  const calls: string[] = [];
  return { calls, holds: createHolds({ hold: () => calls.push('hold'), release: () => calls.push('release') }) };
}

test('jobs are taken again only when no reason to hold them back is left', () => {
  const { calls, holds } = switches();
  holds.add('alone');
  holds.add('memory');
  holds.remove('alone');
  expect(holds.any).toBe(true);
  expect(calls).not.toContain('release');
  holds.remove('memory');
  expect(calls.at(-1)).toBe('release');
});

test('memory above the limit holds jobs back until it is well below', () => {
  const { holds } = switches();
  const held = [90, 101, 95, 89].map((rss) => {
    guardMemory(rss, 100, holds);
    return holds.has('memory');
  });
  expect(held).toEqual([false, true, true, false]);
});

test('a session that runs alone begins when the others ended, and two such run one after the other', async () => {
  const { calls, holds } = switches();
  const gate = new AloneGate(holds);
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const other = gate.runBeside(() => first.promise.then(() => void order.push('other')));
  const alone = [1, 2].map((number) => gate.runAlone(async () => {
    order.push(`begins ${number}`);
    await second.promise;
    order.push(`ends ${number}`);
  }));
  expect(gate.closed).toBe(true);
  first.resolve();
  second.resolve();
  await Promise.all([other, ...alone]);
  expect(order).toEqual(['other', 'begins 1', 'ends 1', 'begins 2', 'ends 2']);
  expect(gate.closed).toBe(false);
  expect(calls.at(-1)).toBe('release');
});

test('a second job of a session in hand is refused, and only the attempt named is stopped', () => {
  const held = new HeldSessions();
  const signal = held.take('a');
  held.claimed('a', 2);
  expect(held.take('a')).toBeNull();
  held.abort({ sessionId: 'a', attempt: 1 }, new Error('old'));
  expect(signal?.aborted).toBe(false);
  held.abort({ sessionId: 'a', attempt: 2 }, new Error('lost'));
  expect(signal?.aborted).toBe(true);
});

test('the heartbeat asks about what runs: neither before its claim is answered nor while its end is written', () => {
  const held = new HeldSessions();
  held.take('a');
  expect(held.claims()).toEqual([]);
  held.claimed('a', 1);
  expect(held.claims()).toEqual([{ sessionId: 'a', attempt: 1 }]);
  held.ending('a');
  expect(held.claims()).toEqual([]);
  expect(held.ids()).toEqual(['a']);
});
