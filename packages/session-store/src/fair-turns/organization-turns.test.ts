import { expect, test } from '@jest/globals';
import { OrganizationTurns, TURNS_OF_CHANGES } from './organization-turns.ts';

function begun() {
  const turns = new OrganizationTurns(TURNS_OF_CHANGES);
  const names: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    names,
    add: (organizationId: string, name: string) =>
      turns.run(organizationId, () => {
        names.push(name);
        return new Promise<void>((resolve) => void ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}

test('one organization runs two at a time, all together four, and each gets its turn', async () => {
  const { names, add, end } = begun();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void add('a', name);
  for (const name of ['b1', 'b2', 'b3']) void add('b', name);
  void add('c', 'c1');
  await end('nothing yet');
  expect(names).toEqual(['a1', 'a2', 'b1', 'b2']);
  await end('a1');
  expect(names.slice(4)).toEqual(['a3']);
  await end('a2');
  await end('a3');
  expect(names.slice(5)).toEqual(['c1', 'a4']);
});

test('a task that fails ends its turn', async () => {
  const turns = new OrganizationTurns(TURNS_OF_CHANGES);
  const failing = Array.from({ length: 9 }, () => turns.run('a', () => Promise.reject(new Error('no'))));
  await Promise.allSettled(failing);
  expect(await turns.run('a', () => Promise.resolve('next'))).toBe('next');
});
