import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { useTestIngress } from '../start-test-ingress.ts';
import { definitionOf, webhookDefinition } from './definitions.ts';
import { makeWorkflow, putDraft } from './make-workflow.ts';
import { useFirstAdmin } from './people.ts';

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);

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
    expect([read.status, read.body, read.headers.get('etag')]).toEqual([
      200,
      made.body,
      expect.stringMatching(/^"1-[0-9a-f]{12}"$/),
    ]);
    const { body: list } = await admin.request('GET', '/v1/workflows?limit=1');
    expect(list.items).toEqual([expect.objectContaining({ id: made.body.id, componentCount: 0, lastSession: null })]);
  });

  test('can be replaced only with the latest ETag: 428 without If-Match, 412 with an old one', async () => {
    const { path, etag, definition } = await makeWorkflow(admin);
    const draft = { name: 'Renamed', ...definitionOf(definition) };
    expect((await putDraft(admin, path, draft)).status).toBe(428);
    const saved = await putDraft(admin, path, draft, etag);
    expect([saved.status, saved.body.name, saved.headers.get('etag')]).toEqual([200, 'Renamed', '"2"']);
    expect((await putDraft(admin, path, draft, etag)).status).toBe(412);
    expect((await putDraft(admin, path, draft, 'garbage')).status).toBe(412);
    expect((await putDraft(admin, path, draft, 'W/"2"')).status).toBe(200);
    expect((await putDraft(admin, path, draft, '*')).status).toBe(200);
  });

  test('accept what GET answered, so that an export can be imported', async () => {
    const { path } = await makeWorkflow(admin);
    const { body: exported, headers } = await admin.request('GET', path);
    expect((await putDraft(admin, path, exported, headers.get('etag') ?? '')).status).toBe(200);
    const copy = await admin.request('POST', '/v1/workflows', exported);
    expect(copy.status).toBe(201);
    expect(copy.body.id).not.toBe(exported.id);
    expect(definitionOf(copy.body)).toEqual(definitionOf(exported));
  });

  test('may have problems, which checking lists and for which publishing fails', async () => {
    const definition = webhookDefinition();
    definition.output.config = { value: '{{ nowhere }}' };
    const { path } = await makeWorkflow(admin, definition);
    const checked = await admin.request('POST', `${path}/check`);
    expect(checked.status).toBe(200);
    expect(checked.body.problems).toEqual([
      {
        componentId: definition.output.id,
        path: '/config/value',
        code: 'PLACEHOLDER_UNKNOWN',
        values: { placeholder: 'nowhere' },
        message: 'There is no placeholder nowhere',
      },
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

  test('are found by a part of their name and by state', async () => {
    const { path } = await makeWorkflow(admin);
    const { body: workflow, headers } = await admin.request('GET', path);
    await putDraft(admin, path, { ...workflow, name: 'Needle in a haystack' }, headers.get('etag') ?? '');
    const { body } = await admin.request('GET', '/v1/workflows?search=needle&state=DRAFT');
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([workflow.id]);
    expect((await admin.request('GET', '/v1/workflows?state=NONE')).status).toBe(400);
  });
});

describe('ids in capitals', () => {
  test('mean the same component', async () => {
    const definition = webhookDefinition();
    const shouted = JSON.parse(
      JSON.stringify(definitionOf(definition)).replaceAll(definition.webhook.id, definition.webhook.id.toUpperCase()),
    );
    const { path } = await makeWorkflow(admin, { ...definition, ...shouted });
    expect((await admin.request('POST', `${path}/publish`)).status).toBe(201);
    const shoutedPath = path.toUpperCase().replace('/V1/WORKFLOWS', '/v1/workflows');
    const component = await admin.request('GET', `${shoutedPath}/components/${definition.webhook.id.toUpperCase()}`);
    expect([component.status, component.body.id]).toEqual([200, definition.webhook.id]);
  });

  test('change a workflow at once', async () => {
    const { id, path, definition } = await makeWorkflow(admin);
    const shoutedPath = `/v1/workflows/${id.toUpperCase()}`;
    const run = async (): Promise<number> => {
      const start = { workflowId: id, componentId: definition.webhook.id };
      return (await admin.request('POST', '/v1/workflow/run', start)).status;
    };
    expect((await admin.request('POST', `${path}/publish`)).status).toBe(201);
    expect(await run()).toBe(200);
    expect((await admin.request('POST', `${shoutedPath}/unpublish`)).status).toBe(200);
    expect(await run()).toBe(400);
    expect((await admin.request('POST', `${shoutedPath}/publish`)).status).toBe(201);
    expect(await run()).toBe(200);
    expect((await admin.request('DELETE', shoutedPath)).status).toBe(204);
    expect(await run()).toBe(410);
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

describe('what a workflow can be made of', () => {
  test('is listed with schemas, and templates can be published as they are', async () => {
    const { body: types } = await admin.request('GET', '/v1/component-types');
    expect(types.items.map((type: { type: string }) => type.type)).toContain('webhook');
    expect(types.items[0]).toMatchObject({ configSchema: { type: 'object' }, ports: expect.any(Array) });
    const { body: templates } = await admin.request('GET', '/v1/workflow-templates');
    for (const { name, definition, needs, tables, workflows } of templates.items) {
      for (const table of tables) await admin.request('POST', '/v1/organization/tables', table);
      const { status, body } = await admin.request('POST', '/v1/workflows', { name, ...definition });
      expect(status).toBe(201);
      if (workflows.length > 0) continue;
      const publishing = await admin.request('POST', `/v1/workflows/${body.id}/publish`);
      expect([name, publishing.status]).toEqual([name, needs.length === 0 ? 201 : 400]);
    }
  });

  test('and how it goes is counted', async () => {
    const overview = await admin.request('GET', '/v1/overview');
    expect([overview.status, overview.body]).toMatchObject([
      200,
      { waiting: expect.any(Number), running: 0, perMinute: [], backoffs: [] },
    ]);
    expect((await admin.request('GET', '/v1/overview?minutes=0')).status).toBe(400);
  });
});
