import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Definition } from '@workflow/workflow-model';
import { createTestDatabase, UNCHECKED } from '@workflow/test-harness';
import { PrismaClient } from '../generated/client.ts';
import type { Actor } from './audit-log.ts';
import { hashCallerKey } from './caller-key-format.ts';
import { DEFAULT_ORGANIZATION_LIMITS } from '../organization/organization-limits.ts';
import { openManagement, type Management } from './index.ts';
import type { DraftContent } from './write-workflow.ts';
import type { Change } from '../organization/record-change.ts';

const database = await createTestDatabase();
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: database.databaseUrl }),
  transactionOptions: { maxWait: 30_000, timeout: 30_000 },
});
const received: Change[] = [];
let management: Management;

const actor: Actor = { type: 'system', id: null, name: 'test' };
const organizationId = randomUUID();
const otherOrganizationId = randomUUID();

beforeAll(async () => {
  for (const id of [organizationId, otherOrganizationId])
    await prisma.organization.create({ data: { id, name: id, slug: id } });
  management = openManagement(prisma, { secretsKey: randomBytes(32), limits: DEFAULT_ORGANIZATION_LIMITS });
  management.onChange((change) => void received.push(change));
});

afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

function content(components: Definition['components'] = []): DraftContent {
  return { name: 'Orders', description: '', components, connections: [] };
}

function webhook(): Definition['components'][number] {
  return { id: randomUUID(), type: 'webhook', output: 'request', config: {} };
}

test('of two writers of one revision, one is stale', async () => {
  const store = management.organization(organizationId);
  const { id, revision } = await store.createWorkflow(actor, content());
  const outcomes = await Promise.all(
    [1, 2].map((n) => store.saveDraft(actor, id, revision, { ...content(), name: `v${n}` })),
  );
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['saved', 'stale']);
  expect((await store.readWorkflow(id))?.revision).toBe(revision + 1);
});

test('gives versions that are published at the same time different numbers', async () => {
  const store = management.organization(organizationId);
  const { id } = await store.createWorkflow(actor, content());
  const outcomes = await Promise.all([1, 2, 3].map(() => store.publishWorkflow(actor, id, UNCHECKED)));
  expect(outcomes.map((outcome) => (outcome.kind === 'published' ? outcome.version.number : 0)).sort()).toEqual([
    1, 2, 3,
  ]);
  expect((await store.readWorkflow(id))?.publishedVersion).toBe(3);
});

test('shows a published workflow as changed once the draft differs, and not when it is the same again', async () => {
  const store = management.organization(organizationId);
  const first = content([webhook()]);
  const { id } = await store.createWorkflow(actor, first);
  expect((await store.readWorkflow(id))?.state).toBe('DRAFT');
  await store.publishWorkflow(actor, id, UNCHECKED);
  expect((await store.readWorkflow(id))?.state).toBe('PUBLISHED');
  await store.saveDraft(actor, id, null, content());
  expect((await store.readWorkflow(id))?.state).toBe('CHANGED');
  expect((await store.listWorkflows({ limit: 10, state: 'CHANGED' })).items.map((item) => item.id)).toEqual([id]);
  await store.restoreVersion(actor, id, 1);
  expect(await store.readWorkflow(id)).toMatchObject({ state: 'PUBLISHED', components: first.components });
});

test('a draft retains the order of its keys, through versions and stored drafts', async () => {
  const store = management.organization(organizationId);
  const ordered = { ...webhook(), config: { zone: 1, a: { z: 1, b: 2 } } };
  const { id } = await store.createWorkflow(actor, content([ordered]));
  const configOf = (definition: Definition | null) => JSON.stringify(definition?.components[0]?.config);
  const written = JSON.stringify(ordered.config);
  expect(configOf(await store.readWorkflow(id))).toBe(written);
  await store.publishWorkflow(actor, id, UNCHECKED);
  expect(configOf(await store.readVersion(id, 1))).toBe(written);
  await store.saveDraft(actor, id, null, { ...content([ordered]), name: 'Changed' });
  await store.restoreVersion(actor, id, 1);
  expect(configOf(await store.readWorkflow(id))).toBe(written);
  const storedId = (await store.listKeptDrafts(id))?.items[0]?.id ?? '';
  expect(configOf(await store.readKeptDraft(id, storedId))).toBe(written);
});

test('a draft that the previous release saved is read without the order of the draft before it', async () => {
  const store = management.organization(organizationId);
  const { id } = await store.createWorkflow(actor, content([{ ...webhook(), config: { zone: 1, a: 2 } }]));
  const saved = { components: [{ ...webhook(), config: { zone: 3, a: 4 } }], connections: [] };
  await prisma.workflow.update({ where: { id }, data: { draft: saved, revision: { increment: 1 } } });
  expect((await store.readWorkflow(id))?.components).toEqual(saved.components);
  await store.publishWorkflow(actor, id, UNCHECKED);
  expect((await store.readVersion(id, 1))?.components).toEqual(saved.components);
});

test('keeps the token through publishing, and ends it when its component is gone from draft and version', async () => {
  const store = management.organization(organizationId);
  const hook = webhook();
  const { id } = await store.createWorkflow(actor, content([hook]));
  const outcome = await store.createToken(actor, id, hook.id);
  if (outcome.kind !== 'created') throw new Error(outcome.kind);
  await store.publishWorkflow(actor, id, UNCHECKED);
  await store.saveDraft(actor, id, null, content());
  expect(await store.readToken(id, hook.id)).toMatchObject({ prefix: outcome.token.prefix });
  received.length = 0;
  await store.publishWorkflow(actor, id, UNCHECKED);
  expect(await store.readToken(id, hook.id)).toBeNull();
  const subject = Buffer.from(hashCallerKey(outcome.value)).toString('hex');
  expect(received).toContainEqual({ kind: 'WEBHOOK_TOKEN', organizationId, subject });
  const recorded = await prisma.change.findMany({ where: { organizationId, kind: 'WEBHOOK_TOKEN', subject } });
  // One change when it was created, and one when it ended.
  expect(recorded).toHaveLength(2);
});

test('creates one token when two are requested at the same time', async () => {
  const store = management.organization(organizationId);
  const hook = webhook();
  const { id } = await store.createWorkflow(actor, content([hook]));
  const outcomes = await Promise.all([1, 2].map(() => store.createToken(actor, id, hook.id)));
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['created', 'exists']);
});

test('a page of workflows to start ends after 4 MiB of triggers, and the next begins there', async () => {
  const id = randomUUID();
  await prisma.organization.create({ data: { id, name: id, slug: id } });
  const store = management.organization(id);
  const ids: string[] = [];
  for (let created = 0; created < 6; created += 1) {
    const large = { ...webhook(), config: { text: 'x'.repeat(1_000_000) } };
    ids.unshift((await store.createWorkflow(actor, content([large]))).id);
  }
  const filter = { limit: 200, mode: 'TEST', types: ['webhook'] } as const;
  const first = await store.listStartableWorkflows(filter);
  expect(first.items.map((item) => item.id)).toEqual(ids.slice(0, 5));
  expect(first.items.map(({ triggers }) => triggers.length)).toEqual([1, 1, 1, 1, 1]);
  const second = await store.listStartableWorkflows({ ...filter, cursor: first.nextCursor ?? '' });
  expect(second.items.map((item) => item.id)).toEqual(ids.slice(5));
  expect(second.nextCursor).toBeNull();
});

test('finds a part of a name, taken literally, page by page', async () => {
  const store = management.organization(otherOrganizationId);
  for (const name of ['100% sure', '100 sure', 'other', 'under_score'])
    await store.createWorkflow(actor, { ...content(), name });
  const names = async (search: string): Promise<string[]> =>
    (await store.listWorkflows({ limit: 10, search })).items.map((item) => item.name);
  expect(await names('100%')).toEqual(['100% sure']);
  expect(await names('R_S')).toEqual(['under_score']);
  const first = await store.listWorkflows({ limit: 3 });
  const second = await store.listWorkflows({ limit: 3, cursor: first.nextCursor ?? '' });
  expect([...first.items, ...second.items].map((item) => item.name)).toEqual([
    'under_score',
    'other',
    '100 sure',
    '100% sure',
  ]);
  expect(second.nextCursor).toBeNull();
});

test('another organization reads and changes nothing', async () => {
  const store = management.organization(organizationId);
  const otherOrganization = management.organization(otherOrganizationId);
  const hook = webhook();
  const { id } = await store.createWorkflow(actor, content([hook]));
  await store.publishWorkflow(actor, id, UNCHECKED);
  await store.createToken(actor, id, hook.id);
  const { key } = await store.createApiKey(actor, { name: 'k', scopes: ['run'], expiresAt: null });
  await store.putSecret(actor, 'hidden', 'value');

  expect(await otherOrganization.readWorkflow(id)).toBeNull();
  expect((await otherOrganization.saveDraft(actor, id, null, content())).kind).toBe('not-found');
  expect((await otherOrganization.publishWorkflow(actor, id, UNCHECKED)).kind).toBe('not-found');
  expect(await otherOrganization.unpublishWorkflow(actor, id)).toBeNull();
  expect(await otherOrganization.restoreVersion(actor, id, 1)).toBeNull();
  expect(await otherOrganization.describeVersion(actor, id, 1, { note: 'theirs' })).toBeNull();
  expect(await otherOrganization.listKeptDrafts(id)).toBeNull();
  expect(await otherOrganization.listVersions(id, { limit: 10 })).toBeNull();
  expect(await otherOrganization.readVersion(id, 1)).toBeNull();
  expect(await otherOrganization.readPublishedDefinition(id)).toBeNull();
  expect((await otherOrganization.createToken(actor, id, hook.id)).kind).toBe('not-found');
  expect(await otherOrganization.readToken(id, hook.id)).toBeNull();
  expect(await otherOrganization.deleteToken(actor, id, hook.id)).toBe(false);
  expect(await otherOrganization.deleteWorkflow(actor, id)).toBe('not-found');
  expect(await otherOrganization.deleteApiKey(actor, key.id)).toBe(false);
  expect(await otherOrganization.deleteSecret(actor, 'hidden')).toBe(false);
  expect((await otherOrganization.listSecrets({ limit: 10 })).items).toEqual([]);
  expect((await otherOrganization.listApiKeys({ limit: 10 })).items).toEqual([]);
  expect(await store.readWorkflow(id)).toMatchObject({ publishedVersion: 1 });
  expect(await store.readToken(id, hook.id)).not.toBeNull();
});

test('an autosaving author is one entry in the audit log', async () => {
  const store = management.organization(organizationId);
  const { id } = await store.createWorkflow(actor, content());
  for (let n = 0; n < 3; n += 1) await store.saveDraft(actor, id, null, { ...content(), name: `n${n}` });
  const entries = (await store.listAudit({ limit: 100 })).items.filter((entry) => entry.target.id === id);
  expect(entries.map((entry) => entry.action)).toEqual(['workflow.update', 'workflow.create']);
});

test('only one of many first admins is created', async () => {
  const outcomes = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      management.people.createFirstAdmin({
        name: 'A',
        email: `a${n}@example.com`,
        passwordHash: 'x',
        organizationName: 'O',
      }),
    ),
  );
  expect(outcomes.filter(Boolean)).toHaveLength(1);
});

test('counts simultaneous attempts, refuses from the limit on, and subtracts attempts', async () => {
  const { people } = management;
  const attempts = await Promise.all(Array.from({ length: 8 }, () => people.takeAttempt('k', 5, 60_000)));
  expect(attempts.filter((one) => one.allowed)).toHaveLength(5);
  expect((await people.takeAttempt('k', 5, 60_000)).retryAfterMs).toBeGreaterThan(50_000);
  expect((await people.takeAttempt('other', 5, 60_000)).allowed).toBe(true);
  expect((await people.takeAttempt('k', 5, 0)).allowed).toBe(true);
  for (let n = 0; n < 5; n += 1) await people.takeAttempt('back', 5, 60_000);
  await people.returnAttempt('back');
  expect((await people.takeAttempt('back', 5, 60_000)).allowed).toBe(true);
});
