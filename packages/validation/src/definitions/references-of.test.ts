import { expect, test } from '@jest/globals';
import { referencesOf } from './references-of.ts';

const ID = '0197a000-0000-7000-8000-000000000001';

async function namesOf(type: string, config: object): Promise<string[]> {
  const component = { id: ID, type, config: config as never };
  const found = await referencesOf({ components: [component], connections: [] });
  return found.map(({ kind, target }) => `${kind} ${target}`);
}

test.each([
  ['table', { operation: 'list', table: 'orders' }, ['table orders']],
  ['table', { operation: 'list', table: '' }, []],
  ['crypto', { operation: 'hmac', data: 'a', secret: 'KEY' }, ['secret KEY']],
  ['crypto', { operation: 'hmac', data: 'a', secret: '' }, []],
])('%s %j: an empty name is no reference, because the check of the field reports it', async (type, config, names) => {
  expect(await namesOf(type, config)).toEqual(names);
});
