import { expect, test } from '@jest/globals';
import { createOrganization, UNCHECKED } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';

const database = useTestStore();

test('a change that takes longer than a transaction may fails and is rolled back', async () => {
  const { id: organizationId } = await createOrganization(database.options.databaseUrl);
  const actor = { type: 'system', id: null, name: 'test' } as const;
  const patient = database.store.management.organization(organizationId);
  const hasty = database.another({ transactionTimeoutMs: 1 }).management.organization(organizationId);
  const draft = { name: 'Slow', description: '', components: [], connections: [] };
  const { id } = await patient.createWorkflow(actor, draft);
  await expect(hasty.publishWorkflow(actor, id, UNCHECKED)).rejects.toThrow(/transaction/i);
  expect((await patient.readWorkflow(id))?.publishedVersion).toBeNull();
  expect(await patient.publishWorkflow(actor, id, UNCHECKED)).toMatchObject({ kind: 'published' });
});
