import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestIngress, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';
import { definitionOf, webhookDefinition } from './definitions.ts';
import { firstAdmin, type Person } from './people.ts';

let ingress: TestIngress;
let admin: Person;

beforeAll(async () => {
  ingress = await startTestIngress();
  admin = await firstAdmin(ingress);
});

afterAll(() => ingress?.stop());

async function create(
  definition = webhookDefinition(),
): Promise<{ id: string; path: string; etag: string; definition: ReturnType<typeof webhookDefinition> }> {
  const answer = await admin.request('POST', '/v1/workflows', { name: 'Orders', ...definitionOf(definition) });
  expect(answer.status).toBe(201);
  return {
    id: answer.body.id,
    path: `/v1/workflows/${answer.body.id}`,
    etag: answer.headers.get('etag') ?? '',
    definition,
  };
}

function put(path: string, body: unknown, ifMatch?: string): Promise<TestAnswer> {
  return admin.request('PUT', path, body, ifMatch === undefined ? {} : { 'if-match': ifMatch });
}

describe('drafts', () => {
  test('are made with defaults, read with an ETag, and listed newest first', async () => {
    const made = await admin.request('POST', '/v1/workflows', { name: 'Empty' });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.any(String),
      name: 'Empty',
      description: '',
      paused: false,
      retentionDays: null,
      folder: null,
      tags: [],
      revision: 1,
      state: 'DRAFT',
      publishedVersion: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      components: [],
      connections: [],
    });
    expect(made.headers.get('location')).toBe(`/v1/workflows/${made.body.id}`);
    const read = await admin.request('GET', `/v1/workflows/${made.body.id}`);
    expect([read.status, read.body, read.headers.get('etag')]).toEqual([200, made.body, '"1"']);
    const { body: list } = await admin.request('GET', '/v1/workflows?limit=1');
    expect(list.items).toEqual([expect.objectContaining({ id: made.body.id, componentCount: 0, lastSession: null })]);
  });

  test('can be replaced only with the latest ETag: 428 without If-Match, 412 with an old one', async () => {
    const { path, etag, definition } = await create();
    const draft = { name: 'Renamed', ...definitionOf(definition) };
    expect((await put(path, draft)).status).toBe(428);
    const saved = await put(path, draft, etag);
    expect([saved.status, saved.body.name, saved.headers.get('etag')]).toEqual([200, 'Renamed', '"2"']);
    expect((await put(path, draft, etag)).status).toBe(412);
    expect((await put(path, draft, 'garbage')).status).toBe(412);
    expect((await put(path, draft, 'W/"2"')).status).toBe(200);
    expect((await put(path, draft, '*')).status).toBe(200);
  });

  test('accept what GET answered, so that an export can be imported', async () => {
    const { path } = await create();
    const { body: exported, headers } = await admin.request('GET', path);
    expect((await put(path, exported, headers.get('etag') ?? '')).status).toBe(200);
    const copy = await admin.request('POST', '/v1/workflows', exported);
    expect(copy.status).toBe(201);
    expect(copy.body.id).not.toBe(exported.id);
    expect(definitionOf(copy.body)).toEqual(definitionOf(exported));
  });

  test('may have problems, which checking lists and for which publishing fails', async () => {
    const definition = webhookDefinition();
    definition.output.config = { value: '{{ nowhere }}' };
    const { path } = await create(definition);
    const checked = await admin.request('POST', `${path}/check`);
    expect(checked.status).toBe(200);
    expect(checked.body.problems).toEqual([
      { componentId: definition.output.id, path: expect.any(String), message: expect.stringContaining('nowhere') },
    ]);
    const refused = await admin.request('POST', `${path}/publish`);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      httpStatus: 400,
      errorId: expect.any(String),
      problems: checked.body.problems,
    });
    expect((await admin.request('POST', `${path}/check`, definitionOf(webhookDefinition()))).body).toEqual({
      problems: [],
    });
  });

  test.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name must not be empty'],
    [{ name: 'x', components: [{ id: 'no', type: 'input' }] }, 'components[0].id must be a UUID'],
    [
      { name: 'x', components: [{ id: randomUUID(), type: 'input', colour: 1 }] },
      'components[0].colour is not a known field',
    ],
    [{ name: 'x', extra: true }, 'extra is not a known field'],
    [{ name: 'a\0b' }, 'name must not contain NUL characters or lone surrogates'],
    [{ name: 'x', components: [{ id: randomUUID(), type: 'input', config: { a: '\uD800' } }] }, 'surrogates'],
  ])('%j is refused by name', async (body, message) => {
    const answer = await admin.request('POST', '/v1/workflows', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
  });

  test('ids in capitals mean the same component', async () => {
    const definition = webhookDefinition();
    const shouted = JSON.parse(
      JSON.stringify(definitionOf(definition)).replaceAll(definition.webhook.id, definition.webhook.id.toUpperCase()),
    );
    const { path } = await create({ ...definition, ...shouted });
    expect((await admin.request('POST', `${path}/publish`)).status).toBe(201);
    const shoutedPath = path.toUpperCase().replace('/V1/WORKFLOWS', '/v1/workflows');
    const component = await admin.request('GET', `${shoutedPath}/components/${definition.webhook.id.toUpperCase()}`);
    expect([component.status, component.body.id]).toEqual([200, definition.webhook.id]);
  });

  test('are found by a part of their name and by state', async () => {
    const { path } = await create();
    const { body: workflow, headers } = await admin.request('GET', path);
    await put(path, { ...workflow, name: 'Needle in a haystack' }, headers.get('etag') ?? '');
    const { body } = await admin.request('GET', '/v1/workflows?search=needle&state=DRAFT');
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([workflow.id]);
    expect((await admin.request('GET', '/v1/workflows?state=NONE')).status).toBe(400);
  });
});

describe('folders and tags', () => {
  const names = async (query: string) =>
    (await admin.request('GET', `/v1/workflows?${query}`)).body.items.map(({ name }: { name: string }) => name);
  const made = async (name: string) => (await admin.request('POST', '/v1/workflows', { name })).body.id as string;
  const file = (id: string, labels: object) => admin.request('PUT', `/v1/workflows/${id}/labels`, labels);

  test('file a workflow without a change of its draft, and find it', async () => {
    const [one, other] = [await made('Filed one'), await made('Filed other')];
    const { updatedAt } = (await admin.request('GET', `/v1/workflows/${one}`)).body;
    const filed = await file(one, { folder: 'Billing/ Invoices', tags: ['monthly', ' eu ', 'eu'] });
    expect(filed.body).toMatchObject({ folder: 'Billing/Invoices', tags: ['eu', 'monthly'], revision: 1, updatedAt });
    await file(other, { folder: 'Billing', tags: ['eu'] });
    expect(await names('tag=eu')).toEqual(['Filed other', 'Filed one']);
    expect(await names('tag=eu&tag=monthly')).toEqual(['Filed one']);
    expect(await names('folder=Billing')).toEqual(['Filed other']);
    expect(await names('folder=Billing&subfolders=true')).toEqual(['Filed other', 'Filed one']);
    expect(await names('folder=Bill&subfolders=true')).toEqual([]);
    expect(await names('search=Filed&folder=')).toEqual([]);
    expect(await names('search=Filed&folder=&subfolders=true')).toHaveLength(2);
    expect((await admin.request('GET', '/v1/workflow-labels')).body).toEqual({
      folders: [
        { path: 'Billing', workflows: 1 },
        { path: 'Billing/Invoices', workflows: 1 },
      ],
      tags: [
        { tag: 'eu', workflows: 2 },
        { tag: 'monthly', workflows: 1 },
      ],
    });
    expect((await file(other, { folder: null, tags: [] })).body).toMatchObject({ folder: null, tags: [] });
    expect(await names('search=Filed&folder=')).toEqual(['Filed other']);
    const { body: log } = await admin.request('GET', '/v1/organization/audit-log?limit=1');
    expect(log.items[0]).toMatchObject({ action: 'workflow.set-labels', target: { id: other } });
    expect((await file(randomUUID(), { folder: null, tags: [] })).status).toBe(404);
  });

  test.each<[string, object, string]>([
    [
      'an empty name',
      { folder: 'a//b', tags: [] },
      'folder must be up to 5 names of 1 to 50 characters separated by /',
    ],
    ['six names', { folder: 'a/b/c/d/e/f', tags: [] }, 'folder must be up to 5 names'],
    ['a blank tag', { folder: null, tags: [' '] }, 'tags must not be blank'],
    ['eleven tags', { folder: null, tags: Array.from({ length: 11 }, (_, n) => `${n}`) }, 'tags must have at most 10'],
    ['no tags', { folder: null }, 'tags is required'],
  ])('are refused by name: %s', async (_what, labels, message) => {
    const { status, body } = await file(await made('Wrong'), labels);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('versions', () => {
  test('are numbered, name their author, and never change', async () => {
    const { path, definition } = await create();
    const first = await admin.request('POST', `${path}/publish`);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      number: 1,
      name: 'Orders',
      published: true,
      createdBy: { name: 'admin@example.com' },
    });
    const { body: workflow, headers } = await admin.request('GET', path);
    expect(workflow).toMatchObject({ state: 'PUBLISHED', publishedVersion: 1 });
    await put(path, { ...workflow, components: [definition.webhook], connections: [] }, headers.get('etag') ?? '');
    expect((await admin.request('GET', path)).body.state).toBe('CHANGED');
    expect((await admin.request('POST', `${path}/publish`)).body.number).toBe(2);
    const { body: versions } = await admin.request('GET', `${path}/versions`);
    expect(
      versions.items.map((version: { number: number; published: boolean }) => [version.number, version.published]),
    ).toEqual([
      [2, true],
      [1, false],
    ]);
    const { body: page } = await admin.request('GET', `${path}/versions?limit=1`);
    expect(page).toMatchObject({ items: [{ number: 2 }], nextCursor: '2' });
    expect((await admin.request('GET', `${path}/versions?limit=1&cursor=2`)).body).toMatchObject({
      items: [{ number: 1 }],
      nextCursor: null,
    });
    expect(definitionOf((await admin.request('GET', `${path}/versions/1`)).body)).toEqual(definitionOf(definition));
  });

  test('can be restored as the draft, while PROD runs the published version until the next publish', async () => {
    const { path, definition } = await create();
    await admin.request('POST', `${path}/publish`);
    const { body: workflow, headers } = await admin.request('GET', path);
    await put(path, { ...workflow, components: [], connections: [] }, headers.get('etag') ?? '');
    const restored = await admin.request('POST', `${path}/versions/1/restore`);
    expect(restored.status).toBe(200);
    expect(definitionOf(restored.body)).toEqual(definitionOf(definition));
    expect(restored.headers.get('etag')).toBe('"3"');
    for (const number of ['2', '0', '1x', '99999999999'])
      expect((await admin.request('POST', `${path}/versions/${number}/restore`)).status).toBe(404);
  });

  test('have no notes: those of the draft change nothing that runs, and stay when a version is restored', async () => {
    const { path, definition } = await create();
    const notes = [{ id: randomUUID(), text: 'Why', color: 'blue', position: { x: 1, y: 2 } }];
    await put(path, { name: 'Orders', ...definitionOf(definition), notes }, '*');
    expect((await admin.request('GET', path)).body.notes).toEqual(notes);
    await admin.request('POST', `${path}/publish`);
    expect((await admin.request('GET', `${path}/versions/1`)).body).not.toHaveProperty('notes');
    const more = [...notes, { id: randomUUID(), text: '', position: { x: 0, y: 0 } }];
    await put(path, { name: 'Orders', ...definitionOf(definition), notes: more }, '*');
    expect((await admin.request('GET', path)).body).toMatchObject({ state: 'PUBLISHED', notes: more });
    await put(path, { name: 'Orders', components: [], connections: [], notes: more }, '*');
    expect((await admin.request('POST', `${path}/versions/1/restore`)).body).toMatchObject({
      state: 'PUBLISHED',
      notes: more,
    });
    const tooMany = Array.from({ length: 101 }, () => ({ ...notes[0], id: randomUUID() }));
    const refused = await put(path, { name: 'Orders', components: [], connections: [], notes: tooMany }, '*');
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('notes must');
  });

  test('are published only while the draft is unchanged, if the caller asks for that', async () => {
    const { path, etag, definition } = await create();
    await put(path, { name: 'Other', ...definitionOf(definition) }, etag);
    expect((await admin.request('POST', `${path}/publish`, undefined, { 'if-match': etag })).status).toBe(412);
    expect((await admin.request('POST', `${path}/publish`, undefined, { 'if-match': '"2"' })).status).toBe(201);
  });

  test('start no more runs after unpublishing was answered', async () => {
    const { id, path, definition } = await create();
    const key = (await admin.request('POST', '/v1/organization/api-keys', { name: 'runner' })).body.key;
    const run = () =>
      ingress.request('POST', '/v1/workflow/run', {
        body: { workflowId: id, componentId: definition.webhook.id },
        headers: { 'content-type': 'application/json', 'x-api-key': key },
      });
    expect((await run()).status).toBe(400);
    await admin.request('POST', `${path}/publish`);
    expect((await run()).status).toBe(200);
    expect((await admin.request('POST', `${path}/unpublish`)).body.state).toBe('DRAFT');
    expect((await run()).status).toBe(400);
    await admin.request('POST', `${path}/publish`);
    expect((await run()).status).toBe(200);
    expect((await admin.request('DELETE', path)).status).toBe(204);
    expect((await run()).status).toBe(410);
    const { body: sessions } = await admin.request('GET', `/v1/sessions?workflowId=${id}`);
    expect(sessions.items).toHaveLength(2);
    for (const gone of [path, `${path}/versions`, `${path}/components/${definition.webhook.id}`])
      expect((await admin.request('GET', gone)).status).toBe(404);
    expect((await admin.request('DELETE', path)).status).toBe(404);
  });
});

describe('components and their tokens', () => {
  test('a component is shown with what is available to it', async () => {
    const { id, path, definition } = await create();
    const webhook = await admin.request('GET', `${path}/components/${definition.webhook.id}`);
    expect(webhook.body).toMatchObject({
      ...definition.webhook,
      workflowId: id,
      inDraft: true,
      availablePlaceholders: [{ key: 'request', type: 'TEXT' }],
      productionEndpointUrl: `${ingress.context.config.publicWebhookUrl}/webhook/${id}`,
      token: null,
    });
    const output = await admin.request('GET', `${path}/components/${definition.output.id}`);
    expect(output.body.availablePlaceholders).toEqual([{ key: 'request', type: 'TEXT' }]);
    expect(output.body).not.toHaveProperty('productionEndpointUrl');
    expect((await admin.request('GET', `${path}/components/${randomUUID()}`)).status).toBe(404);
  });

  test('a token is shown once, described afterwards, and stops working when deleted', async () => {
    const { id, path, definition } = await create();
    await admin.request('POST', `${path}/publish`);
    const tokenPath = `${path}/components/${definition.webhook.id}/token`;
    expect((await admin.request('GET', tokenPath)).status).toBe(404);
    const made = await admin.request('POST', tokenPath);
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      token: expect.stringMatching(/^wft_[0-9A-Za-z]{49}$/),
      prefix: made.body.token.slice(0, 12),
      createdAt: expect.any(String),
    });
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect((await admin.request('POST', tokenPath)).status).toBe(409);
    const known = await admin.request('GET', tokenPath);
    expect(known.body).toEqual({
      id: expect.any(String),
      prefix: made.body.prefix,
      createdAt: made.body.createdAt,
      createdBy: { id: expect.any(String), name: 'admin@example.com' },
      lastUsedAt: null,
    });
    const deliver = () =>
      ingress.request('POST', `/webhook/${id}`, {
        body: { a: 1 },
        headers: { 'content-type': 'application/json', token: made.body.token },
      });
    expect((await deliver()).status).toBe(202);
    expect((await admin.request('DELETE', tokenPath)).status).toBe(204);
    expect((await deliver()).status).toBe(403);
    expect((await admin.request('DELETE', tokenPath)).status).toBe(404);
    expect((await admin.request('POST', tokenPath)).status).toBe(201);
  });

  test('only webhooks have tokens', async () => {
    const { path, definition } = await create();
    expect((await admin.request('POST', `${path}/components/${definition.output.id}/token`)).status).toBe(400);
    expect((await admin.request('POST', `${path}/components/${randomUUID()}/token`)).status).toBe(404);
  });

  test('a token lives through versions and ends with its component', async () => {
    const { id, path, definition } = await create();
    const { body: made } = await admin.request('POST', `${path}/components/${definition.webhook.id}/token`);
    const deliver = () =>
      ingress.request('POST', `/webhook/${id}`, {
        body: {},
        headers: { 'content-type': 'application/json', token: made.token },
      });
    expect((await deliver()).status).toBe(409);
    for (const published of [1, 2]) {
      expect((await admin.request('POST', `${path}/publish`)).body.number).toBe(published);
      expect((await deliver()).status).toBe(202);
    }
    const { body: workflow, headers } = await admin.request('GET', path);
    const input = { id: randomUUID(), type: 'input', config: { placeholders: [{ key: 'a', type: 'TEXT' }] } };
    await put(path, { ...workflow, components: [input], connections: [] }, headers.get('etag') ?? '');
    expect((await deliver()).status).toBe(202);
    expect((await admin.request('GET', `${path}/components/${definition.webhook.id}`)).body).toMatchObject({
      inDraft: false,
      token: { prefix: made.prefix },
    });
    expect((await admin.request('POST', `${path}/publish`)).status).toBe(201);
    expect((await deliver()).status).toBe(403);
  });
});

describe('what a workflow can be made of', () => {
  test('is listed with schemas, and templates can be published as they are', async () => {
    const { body: types } = await admin.request('GET', '/v1/component-types');
    expect(types.items.map((type: { type: string }) => type.type)).toContain('webhook');
    expect(types.items[0]).toMatchObject({ configSchema: { type: 'object' }, ports: expect.any(Array) });
    const { body: templates } = await admin.request('GET', '/v1/workflow-templates');
    for (const { name, definition } of templates.items) {
      const { body } = await admin.request('POST', '/v1/workflows', { name, ...definition });
      expect((await admin.request('POST', `/v1/workflows/${body.id}/publish`)).status).toBe(201);
    }
  });

  test('and how it goes is counted', async () => {
    const overview = await admin.request('GET', '/v1/overview');
    expect([overview.status, overview.body]).toMatchObject([
      200,
      { waiting: expect.any(Number), running: 0, perMinute: [] },
    ]);
    expect((await admin.request('GET', '/v1/overview?minutes=0')).status).toBe(400);
  });
});
