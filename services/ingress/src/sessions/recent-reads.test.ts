import { expect, test } from '@jest/globals';
import { RecentReads } from './recent-reads.ts';

test('gives an answer again for a while, apart for each organization, and never a failure', async () => {
  let now = 0;
  let reads = 0;
  const recent = new RecentReads({
    keepMs: 1_000,
    limit: 2,
    now: () => now,
    read: async ({ organizationId, fails = false }: { organizationId: string; fails?: boolean }) => {
      reads += 1;
      if (fails) throw new Error('away');
      return `${organizationId} ${reads}`;
    },
  });
  const ofA = { organizationId: 'a' };
  expect(await Promise.all([ofA, ofA, { organizationId: 'b' }].map((question) => recent.read(question)))).toEqual([
    'a 1',
    'a 1',
    'b 2',
  ]);
  now = 1_000;
  expect(await recent.read(ofA)).toBe('a 3');
  await expect(recent.read({ ...ofA, fails: true })).rejects.toThrow('away');
  await expect(recent.read({ ...ofA, fails: true })).rejects.toThrow('away');
  expect(reads).toBe(5);
});
