import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const TABLES = '/v1/organization/tables';
const system = useContractSystem();

const start = input('name', { key: 'n', type: 'NUMBER', optional: true });
const wait = { prefer: 'wait=60' };
const request = (method: string, path: string, body?: object) =>
  system.clients[0]!.request<Answer['body']>(method, path, body) as Promise<Answer>;

async function newTable(...columns: JsonObject[]): Promise<string> {
  const name = `table ${randomUUID()}`;
  const all =
    columns.length === 0
      ? [
          { key: 'name', type: 'TEXT' },
          { key: 'n', type: 'NUMBER', optional: true },
        ]
      : columns;
  const { status, body } = await request('POST', TABLES, { name, columns: all });
  expect([status, body]).toEqual([201, expect.objectContaining({ name, columns: all, rows: 0, usedBy: [] })]);
  return name;
}

function table(name: string, config: JsonObject): Component {
  return component('table', { table: name, ...config }, { output: 'rows' });
}

async function publish(...components: Component[]) {
  const workflowId = await system.api.publish(`Of rows ${randomUUID()}`, chain(start, ...components));
  const run = async (values: JsonObject): Promise<Answer['body']> =>
    (await system.api.run(workflowId, start.id, values, wait)).body;
  return { workflowId, run };
}

const pathOf = (name: string, rest = '') => `${TABLES}/${encodeURIComponent(name)}${rest}`;

test('workflows write rows that people see, and read what people wrote', async () => {
  const name = await newTable();
  const row = { name: '{{ name }}', n: '{{ n }}' };
  const upsert = await publish(table(name, { operation: 'upsert', key: '{{ name }}', row }), output('{{ rows }}'));
  expect((await upsert.run({ name: 'Ada', n: 3 })).output).toEqual([{ key: 'Ada', name: 'Ada', n: 3 }]);
  const rows = await request('GET', pathOf(name, '/rows?limit=1'));
  expect(rows.body).toEqual({ items: [{ key: 'Ada', name: 'Ada', n: 3 }], nextCursor: null });
  expect((await request('POST', pathOf(name, '/rows'), { key: 'Bob', name: 'Bob' })).status).toBe(201);
  expect((await request('POST', pathOf(name, '/rows'), { key: 'Bob', name: 'Bob' })).status).toBe(409);
  expect((await request('PUT', pathOf(name, '/rows/Bob'), { n: '12' })).body).toEqual({
    key: 'Bob',
    name: 'Bob',
    n: 12,
  });
  const find = await publish(table(name, { operation: 'find', where: { n: '{{ n }}' } }), output('{{ rows }}'));
  expect((await find.run({ name: 'x', n: 12 })).output).toEqual([{ key: 'Bob', name: 'Bob', n: 12 }]);
  const first = await request('GET', pathOf(name, '/rows?limit=1'));
  expect(first.body.nextCursor).toBe('Ada');
  const next = await request('GET', pathOf(name, `/rows?limit=1&cursor=${first.body.nextCursor}`));
  expect([next.body.items[0].key, next.body.nextCursor]).toEqual(['Bob', null]);
  expect((await request('DELETE', pathOf(name, '/rows/Bob'))).status).toBe(204);
  expect((await request('DELETE', pathOf(name, '/rows/Bob'))).status).toBe(404);
  expect((await request('GET', pathOf(name))).body).toMatchObject({ rows: 1, bytes: expect.any(Number) });
});

test('if several sessions add a new key at the same time, it is new for exactly one', async () => {
  const name = await newTable();
  const seen = await publish(table(name, { operation: 'first-seen', key: '{{ name }}' }), output('{{ rows }}'));
  const answers = await Promise.all(Array.from({ length: 10 }, () => seen.run({ name: 'event 1' })));
  expect(answers.filter(({ output: isNew }) => isNew === true)).toHaveLength(1);
  expect(answers.filter(({ output: isNew }) => isNew === false)).toHaveLength(9);
  const count = await publish(table(name, { operation: 'count' }), output('{{ rows }}'));
  expect((await count.run({ name: 'x' })).output).toBe(1);
});

test('wrong rows are refused with the column, by steps and by the API', async () => {
  const name = await newTable();
  const insert = await publish(table(name, { operation: 'insert', key: '{{ name }}', row: { n: 'many', other: 1 } }));
  const { status, error } = await insert.run({ name: 'a' });
  expect([status, error.code]).toEqual(['FAILED', 'FIELD_INVALID']);
  for (const part of ['The table has no column other', 'name is required', 'n must be a number'])
    expect(error.message).toContain(part);
  const refused = await request('POST', pathOf(name, '/rows'), { key: 'a', n: 'many', name: 'a' });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('n must be a number')]);
  const twice = await publish(table(name, { operation: 'insert', key: '{{ name }}', row: { name: 'a' } }));
  await twice.run({ name: 'a' });
  expect((await twice.run({ name: 'a' })).error.code).toBe('KEY_EXISTS');
});

test('a file within a list or an object of a row is the stored one, whatever else its value has', async () => {
  const name = await newTable(
    { key: 'papers', type: 'LIST', items: 'FILE' },
    { key: 'order', type: 'OBJECT', fields: [{ key: 'paper', type: 'FILE' }] },
  );
  const response = await fetch(new URL('/v1/files?name=terms.txt', system.ingressUrls[0]), {
    method: 'POST',
    headers: { 'x-api-key': system.organization.apiKey, 'content-type': 'text/plain' },
    body: 'Pay within 30 days.',
  });
  const stored = (await response.json()) as { fileId: string };
  const forged = { ...stored, name: 'forged.exe', size: 1 };
  const byApi = await request('POST', pathOf(name, '/rows'), { key: 'a', papers: [forged], order: { paper: forged } });
  expect(byApi.body).toEqual({ key: 'a', papers: [stored], order: { paper: stored } });
  const row = { papers: [forged], order: { paper: forged } };
  const insert = await publish(table(name, { operation: 'insert', key: '{{ name }}', row }), output('{{ rows }}'));
  expect((await insert.run({ name: 'b' })).output).toEqual([{ key: 'b', papers: [stored], order: { paper: stored } }]);
  const unknown = { ...stored, fileId: randomUUID() };
  const refused = await request('PUT', pathOf(name, '/rows/a'), { papers: [stored, unknown] });
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('papers[1]')]);
});

test('a table that published workflows use is deleted by force alone, and their steps fail then', async () => {
  const name = await newTable();
  const used = await publish(table(name, { operation: 'count' }), output('{{ rows }}'));
  const listed = await request('GET', pathOf(name));
  expect(listed.body.usedBy).toEqual([expect.objectContaining({ workflowId: used.workflowId, published: true })]);
  const refused = await request('DELETE', pathOf(name));
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Of rows')]);
  expect((await request('DELETE', pathOf(name, '?force=true'))).status).toBe(204);
  expect((await request('GET', pathOf(name, '/rows'))).status).toBe(404);
  expect((await used.run({ name: 'x' })).error.code).toBe('TABLE_MISSING');
  const { body } = await request('POST', '/v1/workflows', {
    name: 'x',
    ...chain(start, table(name, { operation: 'find' })),
  });
  const check = await request('POST', `/v1/workflows/${body.id}/publish`);
  expect([check.status, check.body.problems[0].code]).toEqual([400, 'TABLE_UNKNOWN']);
});

test('sensitive columns are sealed, masked for people, and read by workflows', async () => {
  const name = await newTable({ key: 'card', type: 'TEXT', sensitive: true }, { key: 'note', type: 'TEXT' });
  const added = await request('POST', pathOf(name, '/rows'), { key: 'a', card: '4111-2222', note: 'x' });
  expect(added.body).toEqual({ key: 'a', card: '•••', note: 'x' });
  expect((await request('PUT', pathOf(name, '/rows/a'), { note: 'y' })).body).toEqual({
    key: 'a',
    card: '•••',
    note: 'y',
  });
  const read = await publish(
    table(name, { operation: 'find', key: 'a' }),
    component('transform', { expression: 'rows[0].card = "4111-2222"', type: 'BOOLEAN' }, { output: 'same' }),
    output({ same: '{{ same }}', rows: '{{ rows }}' }),
  );
  const { output: found, sessionId } = await read.run({ name: 'x' });
  expect(found).toEqual({ same: true, rows: [{ key: 'a', card: '•••', note: 'y' }] });
  expect(JSON.stringify(await system.api.steps(sessionId))).not.toContain('4111-2222');
  const search = await publish(table(name, { operation: 'find', where: { card: '{{ name }}' } }));
  expect((await search.run({ name: 'x' })).error.message).toContain('card is sensitive');
});

test('refuses tables that cannot be', async () => {
  const refused = async (body: JsonObject) => (await request('POST', TABLES, body)).status;
  expect(await refused({ name: 'a', columns: [] })).toBe(400);
  expect(await refused({ name: 'a/b', columns: [{ key: 'n', type: 'NUMBER' }] })).toBe(400);
  expect(await refused({ name: 'a', columns: [{ key: 'key', type: 'TEXT' }] })).toBe(400);
  expect(
    await refused({
      name: 'a',
      columns: [
        { key: 'n', type: 'NUMBER' },
        { key: 'n', type: 'TEXT' },
      ],
    }),
  ).toBe(400);
  const name = await newTable();
  expect(await refused({ name, columns: [{ key: 'n', type: 'NUMBER' }] })).toBe(409);
});
