import { expect, test } from '@jest/globals';
import type { Session } from '../../api/types.ts';
import { MAX_NEWEST, mergeSessions, withChanged } from './newest-sessions.ts';

const sessionsOf = (from: number, to: number, status: Session['status'] = 'QUEUED'): Session[] =>
  Array.from({ length: to - from }, (_, index) => ({ id: String(from + index).padStart(8, '0'), status }) as Session);

const idsOf = (sessions: readonly Session[]): number[] => sessions.map(({ id }) => Number(id));

test('puts new sessions before the others, and changed ones in their place', () => {
  const newest = withChanged(sessionsOf(1, 4).reverse(), [...sessionsOf(2, 3, 'SUCCEEDED'), ...sessionsOf(4, 6)]);
  expect(idsOf(newest)).toEqual([5, 4, 3, 2, 1]);
  expect(newest.map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED', 'QUEUED', 'SUCCEEDED', 'QUEUED']);
});

test('keeps the newest sessions of a page that stays open, and asks for the others again', () => {
  const older = sessionsOf(0, 100).reverse();
  let newest = older;
  for (let from = 100; from < MAX_NEWEST; from += 900) newest = withChanged(newest, sessionsOf(from, from + 900));
  const { sessions, hasGap } = mergeSessions(newest, older);
  expect(hasGap).toBe(false);
  expect(sessions).toHaveLength(MAX_NEWEST);

  newest = withChanged(newest, sessionsOf(MAX_NEWEST, MAX_NEWEST + 100));
  expect(newest).toHaveLength(MAX_NEWEST);
  expect(mergeSessions(newest, older)).toMatchObject({ hasGap: true });
});

test('shows changes of older sessions', () => {
  const { sessions } = mergeSessions(sessionsOf(3, 5, 'SUCCEEDED').reverse(), sessionsOf(1, 4).reverse());
  expect(sessions.map(({ id, status }) => `${Number(id)} ${status}`)).toEqual([
    '4 SUCCEEDED',
    '3 SUCCEEDED',
    '2 QUEUED',
    '1 QUEUED',
  ]);
});
