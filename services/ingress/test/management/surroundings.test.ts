import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { useTestIngress } from '../start-test-ingress.ts';
import { adminElsewhere, useFirstAdmin } from './people.ts';

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);

const component = (type: string, config: JsonObject): Component => ({ id: randomUUID(), type, config });

async function create(...components: Component[]): Promise<string> {
  const { body } = await admin.request('POST', '/v1/workflows', { name: 'Test', components, connections: [] });
  return `/v1/workflows/${body.id}`;
}

const limit = { flow: { concurrency: { limit: 1 } }, connections: [] };
const idIn = (path: string): string => path.split('/').at(-1) as string;

test('publishing names missing secrets, workflows and components, until they are there', async () => {
  const input = component('input', { placeholders: [{ key: 'i', type: 'TEXT' }] });
  const child = await create(input);
  const childId = idIn(child);
  const signed = component('webhook', { verification: { scheme: 'github', secret: 'hook' } });
  const call = component('http-request', { method: 'GET', url: 'http://h', headers: { a: '{{ $secret("key") }}' } });
  const [gone, lost] = [randomUUID(), randomUUID()];
  const first = component('run-workflow', { workflowId: gone, componentId: input.id, placeholderValues: {} });
  const second = component('for-each', { items: 'x', workflowId: childId, componentId: lost, itemKey: 'i' });
  const parent = await create(signed, call, first, second);

  const problems = [
    {
      componentId: signed.id,
      path: '/config/verification/secret',
      message: 'The organization has no secret hook',
    },
    { componentId: call.id, path: '/config/headers/a', message: 'The organization has no secret key' },
    { componentId: first.id, path: '/config/workflowId', message: `There is no workflow ${gone}` },
    {
      componentId: second.id,
      path: '/config/componentId',
      message: `The workflow Test has no enabled component ${lost}`,
    },
  ];
  const refused = await admin.request('POST', `${parent}/publish`);
  expect([refused.status, refused.body.problems]).toMatchObject([400, problems]);
  const checked = await admin.request('POST', `${parent}/check`);
  expect([checked.status, checked.body.problems]).toMatchObject([200, problems]);

  for (const name of ['hook', 'key'])
    await admin.request('PUT', `/v1/organization/secrets/${name}`, { value: 's3cret' });
  const good = { workflowId: childId, componentId: input.id };
  const draft = {
    name: 'Test',
    components: [signed, call, { ...first, config: good }, { ...second, config: { ...second.config, ...good } }],
    connections: [],
  };
  expect((await admin.request('PUT', parent, draft, { 'if-match': '*' })).status).toBe(200);
  expect((await admin.request('POST', `${parent}/publish`)).status).toBe(201);
});

test('a workflow may start itself, from a component that is not published yet', async () => {
  const input = component('input', { placeholders: [] });
  const path = await create(input);
  const again = component('run-workflow', { workflowId: idIn(path), componentId: input.id });
  const components = [input, again];
  await admin.request('PUT', path, { name: 'Test', components, connections: [] }, { 'if-match': '*' });
  expect((await admin.request('POST', `${path}/publish`)).status).toBe(201);
});

test("another organization's secrets and workflows count as missing", async () => {
  const stranger = await adminElsewhere(ingress, admin);
  await stranger.request('PUT', '/v1/organization/secrets/theirs', { value: 's3cret' });
  const ours = await create();
  const input = component('input', { placeholders: [] });
  // With a limit on both sides, a workflow that waits for ours would close a circle.
  const waits = component('run-workflow', { workflowId: idIn(ours), componentId: input.id, placeholderValues: {} });
  const { body: theirs } = await stranger.request('POST', '/v1/workflows', {
    name: 'Theirs',
    components: [input, waits],
    ...limit,
  });
  const call = component('http-request', { method: 'GET', url: 'http://h', headers: { a: '{{ $secret("theirs") }}' } });
  const run = component('run-workflow', { workflowId: theirs.id, componentId: input.id, placeholderValues: {} });
  const draft = { name: 'Ours', components: [call, run], ...limit };
  expect((await admin.request('PUT', ours, draft, { 'if-match': '*' })).status).toBe(200);
  const refused = await admin.request('POST', `${ours}/publish`);
  expect([refused.status, refused.body.problems]).toMatchObject([
    400,
    [
      { componentId: call.id, path: '/config/headers/a', message: 'The organization has no secret theirs' },
      { componentId: run.id, path: '/config/workflowId', message: `There is no workflow ${theirs.id}` },
    ],
  ]);
});

test('a start of a workflow that is not published is a warning, and no problem', async () => {
  const input = component('input', { placeholders: [{ key: 'i', type: 'TEXT' }] });
  const child = await create(input);
  const waits = component('for-each', {
    items: '{{ "x" }}',
    workflowId: idIn(child),
    componentId: input.id,
    itemKey: 'i',
  });
  const parent = await create(component('input', { placeholders: [] }), waits);
  const warnings = [
    {
      componentId: waits.id,
      path: '/config/workflowId',
      message: 'The workflow Test is not published. Production sessions cannot start it until then',
    },
  ];
  expect((await admin.request('POST', `${parent}/check`)).body).toMatchObject({ problems: [], warnings });
  const published = await admin.request('POST', `${parent}/publish`);
  expect([published.status, published.body.warnings]).toMatchObject([201, warnings]);
  expect((await admin.request('GET', `${child}/used-by`)).body).toEqual({
    items: [{ workflowId: idIn(parent), name: 'Test', published: true }],
  });

  await admin.request('POST', `${child}/publish`);
  expect((await admin.request('POST', `${parent}/publish`)).body).not.toHaveProperty('warnings');
});

test('a secret lists the workflows that name it, in templates and for signatures', async () => {
  await admin.request('PUT', '/v1/organization/secrets/shared', { value: 's3cret' });
  const call = component('http-request', { method: 'GET', url: 'http://h', headers: { a: '{{ $secret("shared") }}' } });
  const first = await create(component('input', { placeholders: [] }), call);
  const second = await create(component('webhook', { verification: { scheme: 'github', secret: 'shared' } }));
  for (const path of [first, second]) expect((await admin.request('POST', `${path}/publish`)).status).toBe(201);
  const { body } = await admin.request('GET', '/v1/organization/secrets/shared/used-by');
  expect(body.items).toEqual([
    { workflowId: idIn(first), name: 'Test', published: true },
    { workflowId: idIn(second), name: 'Test', published: true },
  ]);
});

test('values for another workflow are checked against the placeholders that it takes', async () => {
  const input = component('input', {
    placeholders: [
      { key: 'name', type: 'TEXT' },
      { key: 'count', type: 'NUMBER' },
      { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }] },
    ],
  });
  const child = await create(input);
  const start = { workflowId: idIn(child), componentId: input.id };
  const run = (placeholderValues: JsonObject) => component('run-workflow', { ...start, placeholderValues });
  const each = (itemKey: string, placeholderValues: JsonObject) =>
    component('for-each', { ...start, items: '{{ "x" }}', itemKey, placeholderValues });
  const wrong = [
    run({ nme: 'Ada', 'order.totl': 1 }),
    run({ count: 'many', 'order.total': '12' }),
    each('item', { name: 'all' }),
    each('name', { name: 'all' }),
  ];
  const parent = await create(component('input', { placeholders: [] }), ...wrong);
  const { body } = await admin.request('POST', `${parent}/check`);
  const [first, second, third, fourth] = wrong.map(({ id }) => id);
  expect(body.problems).toMatchObject([
    { componentId: first, path: '/config/placeholderValues/nme', code: 'CHILD_PLACEHOLDER_UNKNOWN' },
    { componentId: first, path: '/config/placeholderValues/order.totl', code: 'CHILD_PLACEHOLDER_UNKNOWN' },
    {
      componentId: second,
      path: '/config/placeholderValues/count',
      code: 'CHILD_VALUE_WRONG',
      message: 'The workflow Test: count must be a number',
    },
    {
      componentId: third,
      path: '/config/itemKey',
      code: 'CHILD_PLACEHOLDER_UNKNOWN',
      message: 'The workflow Test has no placeholder item at the component where it starts',
    },
    { componentId: fourth, path: '/config/placeholderValues/name', code: 'CHILD_PLACEHOLDER_TWICE' },
  ]);
  const fine = [
    run({ name: '{{ 1 }}', count: '3', order: { total: 1 } }),
    run({ order: '{{ {"total": 1} }}', count: '{{ "x" }}' }),
    each('order', { name: 'shared' }),
    each('order.total', {}),
  ];
  const good = await create(component('input', { placeholders: [] }), ...fine);
  expect((await admin.request('POST', `${good}/check`)).body.problems).toEqual([]);
});
