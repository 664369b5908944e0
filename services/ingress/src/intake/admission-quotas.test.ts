import { expect, test } from '@jest/globals';
import { AdmissionQuotas } from './admission-quotas.ts';

const polled = { organizationId: 'a', inFlight: 2, quota: 5, backlogged: false };
const make = (): AdmissionQuotas => new AdmissionQuotas({ initial: 2, closedMs: 1_000 });
const takeMany = (quotas: AdmissionQuotas, times: number, nowMs = 0): boolean[] =>
  Array.from({ length: times }, () => quotas.take('a', nowMs));

test('an organization never seen has the initial quota', () => {
  expect(takeMany(make(), 3)).toEqual([true, true, false]);
});

test('the quota limits how many may be enqueued', () => {
  const quotas = make();
  quotas.apply([polled], true);
  expect(takeMany(quotas, 4)).toEqual([true, true, true, false]);
});

test('without a dispatcher no place is returned, however long it takes', () => {
  const quotas = make();
  takeMany(quotas, 3);
  for (let poll = 0; poll < 100; poll += 1) quotas.apply([polled], false);
  expect(quotas.take('a', 1_000_000)).toBe(false);
});

test('while an organization has a backlog nothing overtakes it', () => {
  const quotas = make();
  quotas.apply([{ ...polled, backlogged: true }], true);
  expect(quotas.take('a', 0)).toBe(false);
  quotas.apply([polled], true);
  expect(quotas.take('a', 0)).toBe(true);
});

test('an organization that ran out of quota waits until the dispatcher has had time to see its backlog', () => {
  const quotas = make();
  takeMany(quotas, 3);
  quotas.apply([polled], true);
  expect(quotas.take('a', 999)).toBe(false);
  expect(quotas.take('a', 1_000)).toBe(true);
});

test('one organization does not use the quotas of another', () => {
  const quotas = make();
  takeMany(quotas, 3);
  expect(quotas.take('b', 0)).toBe(true);
});

test('an organization with nothing in flight starts again with the initial quota', () => {
  const quotas = make();
  takeMany(quotas, 2);
  quotas.apply([], true);
  expect(takeMany(quotas, 3)).toEqual([true, true, false]);
});

test('a place that is given back can be taken again', () => {
  const quotas = make();
  expect(takeMany(quotas, 2)).toEqual([true, true]);
  quotas.giveBack('a');
  expect(takeMany(quotas, 2)).toEqual([true, false]);
});
