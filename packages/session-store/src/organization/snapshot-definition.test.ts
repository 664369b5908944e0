import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Definition, Flow } from '@workflow/workflow-model';
import { openTestStore } from '../../test/open-test-store.ts';
import type { Query } from '../postgres/sql.ts';
import { snapshotDefinition } from './snapshot-definition.ts';

const concurrency = { limit: 3, key: '{{ customer }}', onLimit: 'skip' } as const;

test.each<[string, Flow | undefined, unknown]>([
  ['a limit', { concurrency } as Flow, concurrency],
  ['other rules', {} as Flow, null],
  ['no rules', undefined, null],
])('stores the limit of sessions apart from the content, for a definition with %s', async (_name, flow, expected) => {
  const database = await openTestStore();
  try {
    const query: Query = async <Row>({ text }: { text: string }, values: unknown[]) =>
      (await database.sql(text, values)) as Row[];
    const definition: Definition = { components: [], connections: [], ...(flow !== undefined && { flow }) };
    const id = await snapshotDefinition(query, randomUUID(), randomUUID(), definition);
    const [row] = await database.sql(
      'SELECT concurrency, concurrency IS NULL AS absent FROM definitions WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ concurrency: expected, absent: false });
  } finally {
    await database.close();
  }
});
