import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { Actor } from '../management/audit-log.ts';

const database = useTestStore();

const actor: Actor = { type: 'system', id: null, name: 'test' };
const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest();

test('a key is found by its hash until it is deleted, and the deletion is a change', async () => {
  const organizationId = randomUUID();
  await publishedWorkflow(database, organizationId);
  const management = database.store.management.organization(organizationId);
  const { lookups } = database.store;
  const { sequence } = await lookups.poll(0n);
  const { key, value } = await management.createApiKey(actor, { name: 'ci', scopes: ['run'], expiresAt: null });
  expect(await lookups.findApiKey(sha256(value))).toEqual({
    id: key.id,
    organizationId,
    name: 'ci',
    scopes: ['run'],
    expiresAt: null,
    runsPerMinute: null,
    runBurst: null,
    workflowIds: null,
  });
  await lookups.touch({ apiKeyIds: [key.id], webhookTokenIds: [], connectionIds: [] });
  expect((await management.listApiKeys({ limit: 1 })).items[0]?.lastUsedAt).not.toBeNull();
  await management.deleteApiKey(actor, key.id);
  expect(await lookups.findApiKey(sha256(value))).toBeNull();
  const { changes } = await lookups.poll(sequence);
  expect(changes.at(-1)).toMatchObject({
    kind: 'API_KEY',
    organizationId,
    subject: Buffer.from(sha256(value)).toString('hex'),
  });
});

test('changes are seen in the order of their commits, without gaps', async () => {
  const organizationId = randomUUID();
  await publishedWorkflow(database, organizationId);
  const management = database.store.management.organization(organizationId);
  const { lookups } = database.store;
  let { sequence } = await lookups.poll(0n);
  const seen: string[] = [];
  let writing = true;
  const writers = Promise.all(
    Array.from({ length: 20 }, (_, index) => management.putSecret(actor, `S${index}`, 'v')),
  ).then(() => (writing = false));
  for (let last = false; !last;) {
    last = !writing;
    const polled = await lookups.poll(sequence);
    expect(polled.truncated).toBe(false);
    for (const change of polled.changes) expect(change.sequence).toBe((sequence += 1n));
    expect(polled.sequence).toBe(sequence);
    seen.push(...polled.changes.map(({ subject }) => subject));
  }
  await writers;
  expect(seen.sort()).toEqual(Array.from({ length: 20 }, (_, index) => `S${index}`).sort());
});

test('a replica that missed changes is notified to empty its caches', async () => {
  const { lookups } = database.store;
  const { sequence } = await lookups.poll(0n);
  await database.sql('UPDATE change_counter SET sequence = sequence + 1');
  expect(await lookups.poll(sequence)).toMatchObject({ truncated: true, changes: [], sequence: sequence + 1n });
  expect(await lookups.poll(sequence + 1n)).toMatchObject({ truncated: false, changes: [] });
});

test('finds the version that PROD runs, and reveals a secret to its organization', async () => {
  const organizationId = randomUUID();
  const { workflowId, componentId } = await publishedWorkflow(database, organizationId);
  const { lookups } = database.store;
  expect(await lookups.findRunnableWorkflow(workflowId)).toMatchObject({
    id: workflowId,
    organizationId,
    published: { version: 1, definition: { components: [{ id: componentId }] } },
  });
  expect(await lookups.findRunnableWorkflow(randomUUID())).toBeNull();
  await database.sql('UPDATE workflows SET published_version = NULL WHERE id = $1', [workflowId]);
  expect(await lookups.findRunnableWorkflow(workflowId)).toMatchObject({ published: null });
  await database.store.management.organization(organizationId).putSecret(actor, 'TOKEN', 's3cret');
  expect(await lookups.revealSecret(organizationId, 'TOKEN')).toBe('s3cret');
  expect(await lookups.revealSecret(randomUUID(), 'TOKEN')).toBeNull();
});

test('an unchanged draft is one snapshot, an edited one another', async () => {
  const organizationId = randomUUID();
  const { workflowId, componentId } = await publishedWorkflow(database, organizationId);
  const { lookups } = database.store;
  const first = await lookups.snapshotDraft(organizationId, workflowId);
  expect(first?.definitionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab]/);
  expect((await lookups.snapshotDraft(organizationId, workflowId))?.definitionId).toBe(first?.definitionId);
  expect(await database.store.execution.readDefinition(first?.definitionId ?? '')).toEqual(first?.definition);
  await database.sql('UPDATE workflows SET draft = $2 WHERE id = $1', [
    workflowId,
    { components: [{ id: componentId, type: 'output', config: {} }], connections: [] },
  ]);
  expect((await lookups.snapshotDraft(organizationId, workflowId))?.definitionId).not.toBe(first?.definitionId);
  expect(await lookups.snapshotDraft(randomUUID(), workflowId)).toBeNull();
});
