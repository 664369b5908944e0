import { expect, test } from '@jest/globals';
import { useTestIngress, type AnyBody } from '../start-test-ingress.ts';
import { useFirstAdmin } from './people.ts';

const MOST = 3;
const CSV_IMPORT = '/v1/workflow-templates/csv-import';

const ingress = useTestIngress({ config: { organizationLimits: { workflows: MOST } } });
const admin = useFirstAdmin(ingress);

const itemsOf = async (path: string): Promise<AnyBody[]> => (await admin.request('GET', path)).body.items;
const workflows = () => itemsOf('/v1/workflows');
const tables = () => itemsOf('/v1/organization/tables');

async function makeWorkflow(name: string): Promise<string> {
  const { body } = await admin.request('POST', '/v1/workflows', { name, components: [], connections: [] });
  return body.id;
}

async function deleteAll(): Promise<void> {
  for (const { id } of await workflows()) await admin.request('DELETE', `/v1/workflows/${id}`);
  for (const { name } of await tables()) await admin.request('DELETE', `/v1/organization/tables/${name}?force=true`);
}

test('nothing is left of a template whose last part cannot be made', async () => {
  for (const name of ['One', 'Two']) await makeWorkflow(name);
  const audited = (await itemsOf('/v1/organization/audit-log')).length;
  // Its table and the workflow of a row have room, itself has none.
  const { status, body } = await admin.request('POST', CSV_IMPORT);
  expect([status, body.message]).toEqual([429, expect.stringContaining('MAX_WORKFLOWS_PER_ORGANIZATION')]);
  expect((await workflows()).map(({ name }) => name).toSorted()).toEqual(['One', 'Two']);
  expect(await tables()).toEqual([]);
  expect(await itemsOf('/v1/organization/audit-log')).toHaveLength(audited);
  await deleteAll();
});

test('a template is made with its table and the published workflow that it starts', async () => {
  await makeWorkflow('CSV import, row by row');
  const { status, body, headers } = await admin.request('POST', CSV_IMPORT);
  expect([status, body.name, headers.get('location')]).toEqual([
    ...[201, 'CSV import, row by row 2', `/v1/workflows/${body.id}`],
  ]);
  expect((await tables()).map(({ name }) => name)).toEqual(['Contacts']);
  const child = (await workflows()).find(({ name }) => name === 'CSV import: one row');
  const { body: made } = await admin.request('GET', `/v1/workflows/${body.id}`);
  const each = made.components.find(({ type }: AnyBody) => type === 'for-each');
  expect(each.config.workflowId).toBe(child?.id);
  expect(made.components.map(({ id }: AnyBody) => id)).toContain(body.samples[0].componentId);
  expect((await admin.request('POST', `/v1/workflows/${body.id}/publish`)).status).toBe(201);
  await deleteAll();
});

test('two at the same time share the table that neither finds', async () => {
  const path = '/v1/workflow-templates/form-to-table-and-email';
  const made = await Promise.all(
    [{ name: 'Mine' }, { name: 'Yours' }].map((body) => admin.request('POST', path, body)),
  );
  expect(made.map(({ status, body }) => [status, body.name])).toEqual([
    [201, 'Mine'],
    [201, 'Yours'],
  ]);
  expect(await tables()).toHaveLength(1);
});

test.each([
  ['/v1/workflow-templates/none', {}, 404, 'none'],
  [CSV_IMPORT, { name: '' }, 400, 'name'],
  [CSV_IMPORT, { title: 'x' }, 400, 'title'],
])('%s with %j is %i', async (path, sent, expected, words) => {
  const { status, body } = await admin.request('POST', path, sent);
  expect([status, body.message]).toEqual([expected, expect.stringContaining(words)]);
});
