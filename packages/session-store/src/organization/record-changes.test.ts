import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createOrganization, UNCHECKED } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';

const actor = { type: 'system', id: null, name: 'test' } as const;
let statements = 0;
const database = useTestStore({ onStatement: () => void (statements += 1) });

/**
 * Deletes a published workflow with this many tokens.
 * @returns the statements that ran, and the changes
 */
async function deleteWithTokens(count: number) {
  const organization = await createOrganization(database.options.databaseUrl);
  const management = database.store.management.organization(organization.id);
  const components = Array.from({ length: count }, () => ({ id: randomUUID(), type: 'webhook', config: {} }));
  const { id } = await management.createWorkflow(actor, { name: 'W', description: '', components, connections: [] });
  await management.publishWorkflow(actor, id, UNCHECKED);
  for (const component of components) await management.createToken(actor, id, component.id);
  const [{ last } = { last: '0' }] = await database.sql<{ last: string }>(
    'SELECT sequence AS last FROM change_counter',
  );
  statements = 0;
  await management.deleteWorkflow(actor, id);
  const spent = statements;
  const changes = await database.sql<{ kind: string; place: number }>(
    'SELECT kind, (sequence - $1::bigint)::int AS place FROM changes WHERE sequence > $1::bigint ORDER BY sequence',
    [last],
  );
  return { spent, changes };
}

test('a workflow with many tokens is deleted by as many statements as one with few', async () => {
  const [withFewTokens, withManyTokens] = [await deleteWithTokens(2), await deleteWithTokens(40)];
  expect(withManyTokens.spent).toBe(withFewTokens.spent);
  expect(withManyTokens.changes.filter(({ kind }) => kind === 'WEBHOOK_TOKEN')).toHaveLength(40);
  expect(withManyTokens.changes.map(({ place }) => place)).toEqual(withManyTokens.changes.map((_, index) => index + 1));
  expect(withManyTokens.changes.at(-1)).toMatchObject({ kind: 'WORKFLOW' });
});
