import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planDueTimes, type DuePlan, type PlanInput } from './plan-due-times.ts';
import type { CatchUp, OnOverlap } from './schedule-rule.ts';

const EVERY_MS = 10_000;

function plan(more: Partial<PlanInput> & { catchUp?: CatchUp; onOverlap?: OnOverlap }): DuePlan {
  const { catchUp = 'none', onOverlap = 'skip', ...input } = more;
  const schedule = { rule: { everySeconds: 10 }, catchUp, onOverlap };
  const rest = { untilMs: null, isUnderWay: false, waiting: 0, behind: 0, most: 1_000 };
  return planDueTimes({ schedule, nextMs: 0, nowMs: 0, ...rest, ...input });
}

const fates = ({ passed }: DuePlan): string =>
  passed.map(({ dueMs, fate, count }) => `${dueMs / 1_000} ${fate}${count > 1 ? ` ${count}` : ''}`).join(', ');

test.each([
  ['is on time', { nowMs: 200 }, '0 start'],
  ['is later than its interval', { nowMs: 10_100 }, '0 missed, 10 start'],
  ['is as late as its interval', { nowMs: 10_000 }, '0 start, 10 skipped'],
  ['is due while a session is under way', { nowMs: 200, isUnderWay: true }, '0 skipped'],
  ['may wait for it', { nowMs: 200, isUnderWay: true, onOverlap: 'queue' }, '0 wait'],
  ['waits behind those that wait', { nowMs: 200, waiting: 1, onOverlap: 'queue' }, '0 wait'],
  ['is one too many to wait', { nowMs: 200, waiting: 1_000, onOverlap: 'queue' }, '0 skipped'],
  ['was missed, and one is caught up', { nowMs: 35_000, catchUp: 'one' }, '0 missed, 10 missed, 20 start, 30 skipped'],
  ['was missed, and all are caught up', { nowMs: 25_000, catchUp: 'all' }, '0 start, 10 wait, 20 skipped'],
  ['belongs to the version before', { nowMs: 25_000, untilMs: 10_000, catchUp: 'all' }, '0 start, 10 wait'],
] as const)('a due time that %s', (_, input, expected) => {
  expect(fates(plan(input))).toBe(expected);
});

test('a session that is under way delays what is caught up, whatever onOverlap is', () => {
  expect(fates(plan({ nowMs: 19_000, catchUp: 'one', isUnderWay: true }))).toBe('0 wait, 10 skipped');
});

test('catches up 1,000 due times of a long outage, and counts the others', () => {
  const nowMs = 3_000 * EVERY_MS - 1;
  let [state, starts, waits, missed] = [plan({ nowMs, catchUp: 'all' }), 0, 0, 0];
  for (;;) {
    for (const { fate, count } of state.passed) {
      if (fate === 'start') starts += 1;
      if (fate === 'wait') waits += 1;
      if (fate === 'missed') missed += count;
    }
    if (state.nextMs === null || state.nextMs > nowMs) break;
    const { nextMs, behind } = state;
    state = plan({ nowMs, nextMs, behind, catchUp: 'all', waiting: waits, isUnderWay: true });
  }
  // The last one is on time. It is skipped because others wait.
  expect({ starts, waits, missed }).toEqual({ starts: 1, waits: 999, missed: 1_999 });
});

test('a plan that is interrupted decides the same as one that is not', () => {
  const input = fc.record({
    nowMs: fc.integer({ min: 0, max: 500_000 }),
    catchUp: fc.constantFrom<CatchUp>('none', 'one', 'all'),
    onOverlap: fc.constantFrom<OnOverlap>('skip', 'queue'),
    isUnderWay: fc.boolean(),
    untilMs: fc.option(fc.integer({ min: 0, max: 500_000 })),
  });
  fc.assert(
    fc.property(input, fc.integer({ min: 2, max: 7 }), (given, most) => {
      const whole = plan(given);
      const parts: DuePlan[] = [];
      let [nextMs, behind, isUnderWay, waiting]: [number | null, number, boolean, number] = [0, 0, given.isUnderWay, 0];
      do {
        const part = plan({ ...given, nextMs: nextMs ?? 0, behind, isUnderWay, waiting, most });
        isUnderWay ||= part.passed.some(({ fate }) => fate === 'start');
        waiting += part.passed.filter(({ fate }) => fate === 'wait').length;
        ({ nextMs, behind } = part);
        parts.push(part);
      } while (nextMs !== null && nextMs <= Math.min(given.nowMs, given.untilMs ?? Infinity));
      expect(parts.flatMap(({ passed }) => passed)).toEqual(whole.passed);
      expect(nextMs).toBe(whole.nextMs);
      // Each due time is decided once, and at most one starts.
      const due = whole.passed.map(({ dueMs }) => dueMs);
      expect(due).toEqual([...new Set(due)].sort((a, b) => a - b));
      expect(whole.passed.filter(({ fate }) => fate === 'start').length).toBeLessThanOrEqual(1);
    }),
  );
});
