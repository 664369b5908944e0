import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@workflow/test-harness';
import type { Component } from '@workflow/workflow-model';
import pg from 'pg';
import { migrate } from './migrate.ts';

const MIGRATION = '20261123203000_store_references';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Creates a workflow. Version 3 is its published version, or would be if it were published. */
async function fill(organizationId: string, components: Component[], published: boolean): Promise<string> {
  const [workflowId, definitionId] = [randomUUID(), randomUUID()];
  const content = JSON.stringify({ components, connections: [] });
  await client.query(
    `INSERT INTO workflows (id, organization_id, name, draft, published_version, updated_at)
      VALUES ($1, $2, 'W', '{}', $3, now())`,
    [workflowId, organizationId, published ? 3 : null],
  );
  await client.query('INSERT INTO definitions (id, organization_id, workflow_id, content) VALUES ($1, $2, $3, $4)', [
    definitionId,
    organizationId,
    workflowId,
    content,
  ]);
  await client.query(
    `INSERT INTO workflow_versions (workflow_id, number, definition_id, name) VALUES ($1, 3, $2, 'W')`,
    [workflowId, definitionId],
  );
  return workflowId;
}

test('references of what is published already are stored by the migration', async () => {
  const organizationId = randomUUID();
  await client.query(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'O', 'o')`, [organizationId]);
  const [child, start] = [randomUUID(), randomUUID()];
  const component = (type: string, config: Component['config'], more: Partial<Component> = {}): Component => ({
    id: randomUUID(),
    type,
    config,
    ...more,
  });
  const hook = component('webhook', { verification: { scheme: 'github', secret: 'hook' } });
  const call = component('http-request', {
    method: 'GET',
    url: 'http://h',
    headers: { 'a/b': "Bearer {{ $secret('key') }}" },
    body: ['{{ $secret("key") & $secret("other") }}', "$secret('no-template')"],
  });
  const decide = component('switch', { cases: [{ port: 'a', expression: '$secret("case") = 1' }] });
  const waits = component('for-each', { workflowId: child.toUpperCase(), componentId: start });
  const goesOn = component('run-workflow', { workflowId: child, componentId: 'no id', wait: false });
  const off = component('run-workflow', { workflowId: child, componentId: start }, { disabled: true });
  // These are all forms that PostgreSQL reads as a UUID, and forms that are similar.
  const plain = child.replaceAll('-', '');
  const calls = (id: string) => component('run-workflow', { workflowId: id });
  const valid = [`{${child}}`, plain, plain.replaceAll(/(?<=^(?:.{4})+)(?=.)/g, '-')].map(calls);
  const close = [`{${child}`, `${child}}`, `${child}\n`, ` ${child}`, `${child}0`, child.slice(1), plain.slice(2)];
  const almost = [...close, `${plain.slice(0, 3)}-${plain.slice(3)}`, `${plain}-`, `${plain.slice(1)}g`, ''].map(calls);
  const all = [hook, call, decide, waits, goesOn, off, ...valid, ...almost];
  const workflowId = await fill(organizationId, all, true);
  await fill(organizationId, all, false);

  await client.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [MIGRATION]);
  await client.query('DROP TABLE workflow_references');
  expect(await migrate(database.databaseUrl)).toEqual([MIGRATION]);

  const { rows } = await client.query('SELECT * FROM workflow_references');
  expect(rows.every((row) => row.workflow_id === workflowId && row.version === 3)).toBe(true);
  const found = rows.map((row) => [row.component_id, row.path, row.kind, row.target, row.waits]);
  const expected = [
    [hook.id, '/config/verification/secret', 'secret', 'hook', false],
    [call.id, '/config/headers/a~1b', 'secret', 'key', false],
    [call.id, '/config/body/0', 'secret', 'key', false],
    [call.id, '/config/body/0', 'secret', 'other', false],
    [decide.id, '/config/cases/0/expression', 'secret', 'case', false],
    [waits.id, '/config/workflowId', 'workflow', child, true],
    [waits.id, '/config/componentId', 'component', start, false],
    [goesOn.id, '/config/workflowId', 'workflow', child, false],
    ...valid.map(({ id, config }) => [id, '/config/workflowId', 'workflow', config['workflowId'], true]),
  ];
  const inOrder = (list: unknown[][]) => list.map(String).sort();
  expect(inOrder(found)).toEqual(inOrder(expected));
});
