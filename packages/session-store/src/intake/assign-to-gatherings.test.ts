import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { assignToGatherings, type OpenGathering } from './assign-to-gatherings.ts';
import type { NewSession } from '../acceptance/new-session.ts';

const OF = { workflowId: 'workflow', workflowVersion: 1, componentId: 'start' };
const MAX_SIZE = 10;

function requests(count: number, { key = 'a', maxItems = 100, item = '{}' } = {}): NewSession[] {
  const gather = { key, quietMs: 1, maxMs: 1, maxItems, item, responseFor: () => null };
  return Array.from({ length: count }, () => newSession({ ...OF, gather }));
}

const open = (more: Partial<OpenGathering>): OpenGathering => ({
  ...OF,
  sessionId: 'open',
  key: 'a',
  requests: 1,
  size: 2,
  ...more,
});

const shape = (gatherings: ReturnType<typeof assignToGatherings>) =>
  gatherings.map(({ isNew, isFull, requests: count, added }) => ({ isNew, isFull, count, added: added.length }));

test('requests of a key join the session that gathers for it, others begin one each', () => {
  const gatherings = assignToGatherings([open({})], [...requests(2), ...requests(1, { key: 'b' })], MAX_SIZE);
  expect(shape(gatherings)).toEqual([
    { isNew: false, isFull: false, count: 3, added: 2 },
    { isNew: true, isFull: false, count: 1, added: 1 },
  ]);
});

test('a full gathering takes no more requests, and the next one begins', () => {
  expect(shape(assignToGatherings([open({})], requests(5, { maxItems: 3, item: '' }), MAX_SIZE))).toEqual([
    { isNew: false, isFull: true, count: 3, added: 2 },
    { isNew: true, isFull: true, count: 3, added: 3 },
  ]);
});

test('a session starts before its values would become too large, also when no request joins it', () => {
  const [large] = requests(1, { item: '"12345678"' });
  expect(shape(assignToGatherings([open({})], [large as NewSession], MAX_SIZE))).toEqual([
    { isNew: false, isFull: true, count: 1, added: 0 },
    { isNew: true, isFull: false, count: 1, added: 1 },
  ]);
});

test('versions and start components gather separately', () => {
  const ofOtherVersion = requests(1).map((request) => ({ ...request, workflowVersion: 2 }));
  expect(shape(assignToGatherings([open({})], ofOtherVersion, MAX_SIZE))).toMatchObject([{ isNew: true }]);
});
