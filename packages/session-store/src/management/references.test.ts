import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PrismaPg } from '@prisma/adapter-pg';
import { createTestDatabase, UNCHECKED } from '@workflow/test-harness';
import type { Reference } from '@workflow/workflow-model';
import { PrismaClient } from '../generated/client.ts';
import { DEFAULT_ORGANIZATION_LIMITS } from '../organization/organization-limits.ts';
import type { Actor } from './audit-log.ts';
import { openManagement, type OrganizationManagement } from './index.ts';

const database = await createTestDatabase();
const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: database.databaseUrl }),
  transactionOptions: { maxWait: 30_000, timeout: 30_000 },
});
const actor: Actor = { type: 'system', id: null, name: 'test' };
let store: OrganizationManagement;
let otherOrganization: OrganizationManagement;

beforeAll(async () => {
  const management = openManagement(prisma, { secretsKey: randomBytes(32), limits: DEFAULT_ORGANIZATION_LIMITS });
  const ids = [randomUUID(), randomUUID()] as const;
  for (const id of ids) await prisma.organization.create({ data: { id, name: id, slug: id } });
  [store, otherOrganization] = [management.organization(ids[0]), management.organization(ids[1])];
});

afterAll(async () => {
  await prisma.$disconnect();
  await database.drop();
});

const reference = (kind: Reference['kind'], target: string, more: Partial<Reference> = {}): Reference => ({
  componentId: randomUUID(),
  path: '/config/a',
  kind,
  target,
  within: null,
  waits: false,
  ...more,
});
const make = async (name: string): Promise<string> =>
  (await store.createWorkflow(actor, { name, description: '', components: [], connections: [] })).id;
const publish = (id: string, ...references: Reference[]) =>
  store.publishWorkflow(actor, id, { ...UNCHECKED, check: () => ({ problems: [], warnings: [], references }) });
const usesOf = (name: string) => store.findSecretUses(name);

test('a secret is used by the workflows whose last published version names it, each once', async () => {
  await store.putSecret(actor, 'key', 'value');
  expect(await usesOf('key')).toEqual([]);
  expect(await usesOf('gone')).toBeNull();
  const [one, two] = [await make('One'), await make('Two')];
  await publish(one, reference('secret', 'key'), reference('secret', 'key'), reference('workflow', two));
  await publish(two, reference('secret', 'key'));
  const uses = [
    { workflowId: one, name: 'One', published: true },
    { workflowId: two, name: 'Two', published: true },
  ];
  expect(await usesOf('key')).toEqual(uses);
  expect(await store.findWorkflowUses(two.toUpperCase())).toEqual([uses[0]]);

  await publish(one);
  await store.unpublishWorkflow(actor, two);
  expect(await usesOf('key')).toEqual([{ workflowId: two, name: 'Two', published: false }]);
  await store.deleteWorkflow(actor, two);
  expect(await usesOf('key')).toEqual([]);
});

test('the first twenty of many workflows that use a secret are named', async () => {
  await store.putSecret(actor, 'popular', 'value');
  const ids: string[] = [];
  for (let number = 0; number < 21; number += 1) ids.push(await make(`W${number}`));
  for (const id of ids) await publish(id, reference('secret', 'popular'));
  expect((await usesOf('popular'))?.map(({ workflowId }) => workflowId)).toEqual(ids.slice(0, 20));
});

test("neither uses nor waits of another organization's workflows are seen", async () => {
  const [child, parent] = [await make('Child'), await make('Parent')];
  await publish(parent, reference('workflow', child, { waits: true }));
  expect(await store.findWorkflowUses(child)).toHaveLength(1);
  expect((await store.findWaits([parent])).get(parent)).toEqual({ name: 'Parent', limited: false, waitsFor: [child] });
  await store.putSecret(actor, 'ours', 'value');
  await otherOrganization.putSecret(actor, 'ours', 'value');
  await publish(child, reference('secret', 'ours'));
  expect(await usesOf('ours')).toHaveLength(1);
  expect(await otherOrganization.findSecretUses('ours')).toEqual([]);
  expect(await otherOrganization.findWorkflowUses(child)).toBeNull();
  expect((await otherOrganization.findWaits([parent])).size).toBe(0);
});

test('a publish that fails leaves the references of the previous version', async () => {
  await store.putSecret(actor, 'used', 'value');
  const id = await make('User');
  await publish(id, reference('secret', 'used'));
  await expect(
    publish(id, reference('secret', 'used'), reference('secret', 'x', { componentId: 'no id' })),
  ).rejects.toThrow();
  expect(await usesOf('used')).toEqual([{ workflowId: id, name: 'User', published: true }]);
});
