import { expect, test } from '@jest/globals';
import { OrganizationCredit } from './organization-credit.ts';

const window = { organizationId: 'a', inFlight: 2, capacity: 5, backlogged: false };
const make = (): OrganizationCredit => new OrganizationCredit({ initial: 2, holdMs: 1_000 });
const takeMany = (credit: OrganizationCredit, times: number, nowMs = 0): boolean[] => Array.from({ length: times }, () => credit.take('a', nowMs));

test('an organization never seen has the initial credit', () => {
  expect(takeMany(make(), 3)).toEqual([true, true, false]);
});

test('the window says how much credit there is', () => {
  const credit = make();
  credit.apply([window], true);
  expect(takeMany(credit, 4)).toEqual([true, true, true, false]);
});

test('without a dispatcher no credit comes back, however long it takes', () => {
  const credit = make();
  takeMany(credit, 3);
  for (let poll = 0; poll < 100; poll += 1) credit.apply([window], false);
  expect(credit.take('a', 1_000_000)).toBe(false);
});

test('while an organization has a backlog nothing overtakes it', () => {
  const credit = make();
  credit.apply([{ ...window, backlogged: true }], true);
  expect(credit.take('a', 0)).toBe(false);
  credit.apply([window], true);
  expect(credit.take('a', 0)).toBe(true);
});

test('one that ran out waits until the dispatcher has had time to see its backlog', () => {
  const credit = make();
  takeMany(credit, 3);
  credit.apply([window], true);
  expect(credit.take('a', 999)).toBe(false);
  expect(credit.take('a', 1_000)).toBe(true);
});

test('one organization does not use the credit of another', () => {
  const credit = make();
  takeMany(credit, 3);
  expect(credit.take('b', 0)).toBe(true);
});

test('an organization that the dispatcher holds nothing of begins anew', () => {
  const credit = make();
  takeMany(credit, 2);
  credit.apply([], true);
  expect(takeMany(credit, 3)).toEqual([true, true, false]);
});
