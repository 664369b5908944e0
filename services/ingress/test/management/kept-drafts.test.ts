import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestIngress } from '../start-test-ingress.ts';
import { definitionOf } from './definitions.ts';
import { makeWorkflow, putDraft } from './make-workflow.ts';
import { useFirstAdmin } from './people.ts';

const ingress = useTestIngress({ config: { organizationLimits: { keptDraftBytes: 3_000 } } });
const admin = useFirstAdmin(ingress);

const EMPTY = { components: [], connections: [] };

async function storedDraftsOf(path: string): Promise<{ id: string; name: string }[]> {
  return (await admin.request('GET', `${path}/kept-drafts`)).body.items;
}

test('a version is named when it is published and later, and its definition stays', async () => {
  const { path, definition } = await makeWorkflow(admin);
  const first = await admin.request('POST', `${path}/publish`, { versionName: 'Launch', note: 'First' });
  expect(first.body).toMatchObject({ number: 1, name: 'Orders', versionName: 'Launch', note: 'First' });
  const second = await admin.request('POST', `${path}/publish`);
  expect(second.body).toMatchObject({ number: 2, versionName: null, note: null });
  const changed = await admin.request('PATCH', `${path}/versions/2`, { note: 'Written later' });
  expect(changed).toMatchObject({ status: 200, body: { number: 2, versionName: null, note: 'Written later' } });
  await admin.request('PATCH', `${path}/versions/1`, { versionName: null });
  const { body: page } = await admin.request('GET', `${path}/versions`);
  expect(page.items).toMatchObject([
    { number: 2, versionName: null, note: 'Written later', published: true },
    { number: 1, versionName: null, note: 'First', published: false },
  ]);
  expect(definitionOf((await admin.request('GET', `${path}/versions/1`)).body)).toEqual(definitionOf(definition));
  const { body: audit } = await admin.request('GET', '/v1/organization/audit-log?limit=5');
  expect(audit.items[0]).toMatchObject({ action: 'workflow.describe-version', detail: { version: 1 } });
});

test.each([
  [{ versionName: '' }, 400, 'versionName'],
  [{ versionName: 'x'.repeat(201) }, 400, 'versionName'],
  [{ note: 'x'.repeat(2_001) }, 400, 'note'],
  [{ note: 'a\0b' }, 400, 'note'],
  [{ name: 'x' }, 400, 'name'],
])('a name and a note have their limits: %j', async (body, status, field) => {
  const { path } = await makeWorkflow(admin);
  await admin.request('POST', `${path}/publish`);
  for (const answer of [
    await admin.request('PATCH', `${path}/versions/1`, body),
    await admin.request('POST', `${path}/publish`, body),
  ]) {
    expect(answer.status).toBe(status);
    expect(answer.body.message).toContain(field);
  }
  expect((await admin.request('PATCH', `${path}/versions/2`, { note: 'x' })).status).toBe(404);
});

test('a draft that a version replaces is stored, and is restored with its notes', async () => {
  const { path } = await makeWorkflow(admin);
  await admin.request('POST', `${path}/publish`);
  await admin.request('POST', `${path}/versions/1/restore`);
  expect(await storedDraftsOf(path)).toEqual([]);

  const notes = [{ id: '00000000-0000-4000-8000-000000000001', text: 'Why', position: { x: 1, y: 2 } }];
  await putDraft(admin, path, { name: 'Not done', ...EMPTY, notes }, '*');
  await admin.request('POST', `${path}/versions/1/restore`);
  const [stored] = await storedDraftsOf(path);
  expect(stored).toMatchObject({ name: 'Not done', createdBy: { name: 'admin@example.com' } });
  const read = await admin.request('GET', `${path}/kept-drafts/${stored?.id}`);
  expect(read.body).toMatchObject({ ...EMPTY, notes });

  await putDraft(admin, path, { name: 'In between', ...EMPTY }, '*');
  const restored = await admin.request('POST', `${path}/kept-drafts/${stored?.id}/restore`);
  expect(restored.body).toMatchObject({ name: 'Not done', ...EMPTY, notes, state: 'CHANGED', publishedVersion: 1 });
  expect(restored.headers.get('etag')).toBe(`"${restored.body.revision}"`);
  expect((await storedDraftsOf(path)).map(({ name }) => name)).toEqual(['In between']);
  expect((await admin.request('POST', `${path}/kept-drafts/${stored?.id}/restore`)).status).toBe(404);
  const other = await makeWorkflow(admin);
  const [between] = await storedDraftsOf(path);
  expect((await admin.request('GET', `${other.path}/kept-drafts/${between?.id}`)).status).toBe(404);
});

test('the newest twenty are stored', async () => {
  const { path } = await makeWorkflow(admin);
  await admin.request('POST', `${path}/publish`);
  const replaceDraft = async (name: string): Promise<void> => {
    await putDraft(admin, path, { name, ...EMPTY }, '*');
    await admin.request('POST', `${path}/versions/1/restore`);
  };
  for (let n = 1; n <= 20; n += 1) await replaceDraft(`n${n}`);
  const oldest = (await storedDraftsOf(path)).at(-1);
  expect(oldest?.name).toBe('n1');
  await replaceDraft('n21');
  const names = (await storedDraftsOf(path)).map(({ name }) => name);
  expect(names).toHaveLength(20);
  expect([names[0], names.at(-1)]).toEqual(['n21', 'n2']);
  expect((await admin.request('GET', `${path}/kept-drafts/${oldest?.id}`)).status).toBe(404);
});

test('older ones go when all of them together are too large, the newest stays', async () => {
  const { path } = await makeWorkflow(admin);
  await admin.request('POST', `${path}/publish`);
  const notes = [{ id: '00000000-0000-4000-8000-000000000001', text: 'x'.repeat(1_000), position: { x: 0, y: 0 } }];
  for (const name of ['first', 'second', 'third']) {
    await putDraft(admin, path, { name, ...EMPTY, notes }, '*');
    await admin.request('POST', `${path}/versions/1/restore`);
  }
  expect((await storedDraftsOf(path)).map(({ name }) => name)).toEqual(['third', 'second']);
  const large = Array.from({ length: 5 }, (_each, n) => ({ ...notes[0], id: randomUUID(), position: { x: n, y: 0 } }));
  await putDraft(admin, path, { name: 'large', ...EMPTY, notes: large }, '*');
  await admin.request('POST', `${path}/versions/1/restore`);
  expect((await storedDraftsOf(path)).map(({ name }) => name)).toEqual(['large']);
});
