import { expect, test } from '@jest/globals';
import type { Sql } from '../postgres/sql.ts';
import { groupFailures } from './group-failures.ts';

const ORGANIZATION = '00000000-0000-7000-8000-00000000000a';
const PAGE_SIZE = 1_000;

test('groups the newest 100,000 failures, and has at most 10,000 groups', async () => {
  let read = 0;
  /** Returns an endless series of pages of failures, each of another workflow. */
  const query = () =>
    Promise.resolve(
      Array.from({ length: PAGE_SIZE }, () => {
        read += 1;
        const id = `00000000-0000-7000-8000-${String(read).padStart(12, '0')}`;
        return { last: id, id, workflowId: id, componentId: null, code: 'FAILED', message: 'x', failedAt: new Date() };
      }),
    );
  const groups = await groupFailures({ query } as unknown as Sql, ORGANIZATION, {});
  expect(read).toBe(100_000);
  expect(groups.length).toBe(10_000);
});
