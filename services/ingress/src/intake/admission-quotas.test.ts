import { expect, test } from '@jest/globals';
import { AdmissionQuotas } from './admission-quotas.ts';

const A = { organizationId: 'a', pool: 'default' };
const polled = { ...A, inFlight: 2, quota: 5, backlogged: false };
const make = (): AdmissionQuotas => new AdmissionQuotas({ initial: 2, closedMs: 1_000 });
const takeMany = (quotas: AdmissionQuotas, times: number, nowMs = 0): boolean[] =>
  Array.from({ length: times }, () => quotas.take(A, nowMs));

test('an organization never seen has the initial quota', () => {
  expect(takeMany(make(), 3)).toEqual([true, true, false]);
});

test('the quota limits how many may be enqueued', () => {
  const quotas = make();
  quotas.apply([polled], true);
  expect(takeMany(quotas, 4)).toEqual([true, true, true, false]);
});

test('without a dispatcher no quota grows, however long it takes', () => {
  const quotas = make();
  takeMany(quotas, 3);
  for (let poll = 0; poll < 100; poll += 1) quotas.apply([polled], false);
  expect(quotas.take(A, 1_000_000)).toBe(false);
});

test('while an organization has a backlog nothing overtakes it', () => {
  const quotas = make();
  quotas.apply([{ ...polled, backlogged: true }], true);
  expect(quotas.take(A, 0)).toBe(false);
  quotas.apply([polled], true);
  expect(quotas.take(A, 0)).toBe(true);
});

test('an organization that ran out of quota waits until the dispatcher has had time to see its backlog', () => {
  const quotas = make();
  takeMany(quotas, 3);
  quotas.apply([polled], true);
  expect(quotas.take(A, 999)).toBe(false);
  expect(quotas.take(A, 1_000)).toBe(true);
});

test('one organization does not use the quotas of another', () => {
  const quotas = make();
  takeMany(quotas, 3);
  expect(quotas.take({ ...A, organizationId: 'b' }, 0)).toBe(true);
});

test('an organization with nothing in flight starts again with the initial quota', () => {
  const quotas = make();
  takeMany(quotas, 2);
  quotas.apply([], true);
  expect(takeMany(quotas, 3)).toEqual([true, true, false]);
});

test('quota that is given back can be used again', () => {
  const quotas = make();
  expect(takeMany(quotas, 2)).toEqual([true, true]);
  quotas.giveBack(A);
  expect(takeMany(quotas, 2)).toEqual([true, false]);
});

test('each pool of an organization has a quota', () => {
  const quotas = make();
  const long = { ...A, pool: 'long' };
  quotas.apply(
    [
      { ...polled, backlogged: true },
      { ...long, inFlight: 0, quota: 1, backlogged: false },
    ],
    true,
    ['default', 'long'],
  );
  expect([quotas.take(A, 0), quotas.take(long, 0), quotas.take(long, 0)]).toEqual([false, true, false]);
});

test.each([
  ['no executor is known', [], [true, false]],
  ['only default has executors', ['default'], [true, false]],
  ['only the other pool has executors', ['long'], [false, true]],
])('nothing is enqueued in a pool without executors: %s', (_case, pools, taken) => {
  const quotas = make();
  quotas.apply([], true, pools);
  expect([quotas.take(A, 0), quotas.take({ ...A, pool: 'long' }, 0)]).toEqual(taken);
});
