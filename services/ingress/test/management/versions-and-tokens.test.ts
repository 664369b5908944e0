import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { useTestIngress } from '../start-test-ingress.ts';
import { definitionOf } from './definitions.ts';
import { makeWorkflow, putDraft } from './make-workflow.ts';
import { useFirstAdmin } from './people.ts';

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);

describe('versions', () => {
  test('are numbered, name their author, and never change', async () => {
    const { path, definition } = await makeWorkflow(admin);
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
    await putDraft(
      admin,
      path,
      { ...workflow, components: [definition.webhook], connections: [] },
      headers.get('etag') ?? '',
    );
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
    const { path, definition } = await makeWorkflow(admin);
    await admin.request('POST', `${path}/publish`);
    const { body: workflow, headers } = await admin.request('GET', path);
    await putDraft(admin, path, { ...workflow, components: [], connections: [] }, headers.get('etag') ?? '');
    const restored = await admin.request('POST', `${path}/versions/1/restore`);
    expect(restored.status).toBe(200);
    expect(definitionOf(restored.body)).toEqual(definitionOf(definition));
    expect(restored.headers.get('etag')).toBe('"3"');
    for (const number of ['2', '0', '1x', '99999999999'])
      expect((await admin.request('POST', `${path}/versions/${number}/restore`)).status).toBe(404);
  });

  test('have no notes: those of the draft change nothing that runs, and stay when a version is restored', async () => {
    const { path, definition } = await makeWorkflow(admin);
    const notes = [{ id: randomUUID(), text: 'Why', color: 'blue', position: { x: 1, y: 2 } }];
    await putDraft(admin, path, { name: 'Orders', ...definitionOf(definition), notes }, '*');
    expect((await admin.request('GET', path)).body.notes).toEqual(notes);
    await admin.request('POST', `${path}/publish`);
    expect((await admin.request('GET', `${path}/versions/1`)).body).not.toHaveProperty('notes');
    const more = [...notes, { id: randomUUID(), text: '', position: { x: 0, y: 0 } }];
    await putDraft(admin, path, { name: 'Orders', ...definitionOf(definition), notes: more }, '*');
    expect((await admin.request('GET', path)).body).toMatchObject({ state: 'PUBLISHED', notes: more });
    await putDraft(admin, path, { name: 'Orders', components: [], connections: [], notes: more }, '*');
    expect((await admin.request('POST', `${path}/versions/1/restore`)).body).toMatchObject({
      state: 'PUBLISHED',
      notes: more,
    });
    const tooMany = Array.from({ length: 101 }, () => ({ ...notes[0], id: randomUUID() }));
    const refused = await putDraft(
      admin,
      path,
      { name: 'Orders', components: [], connections: [], notes: tooMany },
      '*',
    );
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('notes must');
  });

  test('are published only while the draft is unchanged, if the caller asks for that', async () => {
    const { path, etag, definition } = await makeWorkflow(admin);
    await putDraft(admin, path, { name: 'Other', ...definitionOf(definition) }, etag);
    expect((await admin.request('POST', `${path}/publish`, undefined, { 'if-match': etag })).status).toBe(412);
    expect((await admin.request('POST', `${path}/publish`, undefined, { 'if-match': '"2"' })).status).toBe(201);
  });

  test('start no more runs after unpublishing was answered', async () => {
    const { id, path, definition } = await makeWorkflow(admin);
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
    const { id, path, definition } = await makeWorkflow(admin);
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
    const { id, path, definition } = await makeWorkflow(admin);
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
    const { path, definition } = await makeWorkflow(admin);
    expect((await admin.request('POST', `${path}/components/${definition.output.id}/token`)).status).toBe(400);
    expect((await admin.request('POST', `${path}/components/${randomUUID()}/token`)).status).toBe(404);
  });

  test('a token lives through versions and ends with its component', async () => {
    const { id, path, definition } = await makeWorkflow(admin);
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
    await putDraft(admin, path, { ...workflow, components: [input], connections: [] }, headers.get('etag') ?? '');
    expect((await deliver()).status).toBe(202);
    expect((await admin.request('GET', `${path}/components/${definition.webhook.id}`)).body).toMatchObject({
      inDraft: false,
      token: { prefix: made.prefix },
    });
    expect((await admin.request('POST', `${path}/publish`)).status).toBe(201);
    expect((await deliver()).status).toBe(403);
  });
});
