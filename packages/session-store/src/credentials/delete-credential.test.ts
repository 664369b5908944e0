import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { wrong, type CheckedDefinition, type Reference } from '@workflow/workflow-model';
import { locksWaitedFor, useTestStore } from '../../test/open-test-store.ts';
import type { Actor } from '../management/audit-log.ts';

/** A version is never published without a credential that it names, even if one is deleted at the same time. */

const actor: Actor = { type: 'system', id: null, name: 'test' };
const organizationId = randomUUID();
const base = useTestStore();
let workflowId: string;
let credentialId: string;

const management = () => base.store.management.organization(organizationId);
const credentials = () => base.store.credentials.organization(organizationId);

beforeAll(async () => {
  await base.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', 'test')`, [organizationId]);
});

beforeEach(async () => {
  const draft = { name: 'Caller', description: '', components: [], connections: [] };
  workflowId = (await management().createWorkflow(actor, draft)).id;
  const content = { name: randomUUID(), fields: {}, secrets: { token: 'secret' } };
  const saved = await credentials().create(actor, 'http-bearer', content);
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  credentialId = saved.credential.id;
});

const toCredential = (): Reference => ({
  componentId: randomUUID(),
  path: '/config/credential',
  kind: 'credential',
  target: credentialId,
  within: null,
  waits: false,
});
/** Checks a definition as ingress does: a deleted credential is a problem. */
async function check(): Promise<CheckedDefinition> {
  const credentials = await management().findCredentialTypes([credentialId]);
  const { componentId, path } = toCredential();
  const problems = credentials.has(credentialId)
    ? []
    : [{ componentId, path, ...wrong('CREDENTIAL_UNKNOWN', { id: credentialId }) }];
  return { problems, warnings: [], references: [toCredential()] };
}

test('a credential that is deleted after the check is a problem of publishing', async () => {
  const deletions: string[] = [];
  const outcome = await management().publishWorkflow(actor, workflowId, {
    expectedRevision: 1,
    check: async () => {
      const checked = await check();
      deletions.push((await credentials().delete(actor, credentialId, false)).kind);
      return checked;
    },
  });
  expect(deletions).toEqual(['deleted', 'not-found']);
  expect(outcome).toMatchObject({
    kind: 'problems',
    problems: [{ message: `There is no credential ${credentialId}` }],
  });
  expect(await base.sql('SELECT 1 FROM workflow_versions WHERE workflow_id = $1', [workflowId])).toEqual([]);
});

test('a credential whose version is being published is in use, and its deletion waits for the publish', async () => {
  const blocker = await base.connect();
  await blocker.query('BEGIN');
  // Publishing writes the references last.
  await blocker.query('LOCK TABLE workflow_references IN SHARE MODE');
  const published = management().publishWorkflow(actor, workflowId, { expectedRevision: null, check });
  await waitFor(async () => (await locksWaitedFor(base)) === 1, { what: 'publishing to be held up' });
  const deleted = credentials().delete(actor, credentialId, false);
  await waitFor(async () => (await locksWaitedFor(base)) === 2, { what: 'the deletion to wait' });
  // A step that records a use of the credential does not wait.
  expect(await base.store.credentials.open(organizationId, credentialId, { isUse: true })).not.toBeNull();
  await blocker.query('COMMIT');
  expect((await published).kind).toBe('published');
  expect(await deleted).toEqual({ kind: 'in-use', workflows: ['Caller'], apps: [] });
});

test('a credential that a new app names is in use, and its deletion waits until the app is stored', async () => {
  const blocker = await base.connect();
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE apps IN SHARE MODE');
  const app = { name: 'Billing', kind: 'mcp', url: 'https://example.com', document: null, baseUrl: null } as const;
  const saved = base.store.apps.organization(organizationId).create(actor, { ...app, credential: credentialId });
  await waitFor(async () => (await locksWaitedFor(base)) === 1, { what: 'the app to be held up' });
  const deleted = credentials().delete(actor, credentialId, false);
  await waitFor(async () => (await locksWaitedFor(base)) === 2, { what: 'the deletion to wait' });
  await blocker.query('COMMIT');
  expect((await saved).kind).toBe('saved');
  expect(await deleted).toEqual({ kind: 'in-use', workflows: [], apps: ['Billing'] });
});

test('a published workflow is listed with the name of a credential that was deleted', async () => {
  const expectedRevision = 1;
  const published = await management().publishWorkflow(actor, workflowId, { expectedRevision, check });
  expect(published.kind).toBe('published');
  const missing = async () =>
    (await management().listWorkflows({ limit: 100 })).items.find(({ id }) => id === workflowId)?.missing;
  expect(await missing()).toEqual([]);
  const foundTypes = await management().findCredentialTypes([credentialId]);
  const { name } = foundTypes.get(credentialId)!;
  expect(await credentials().delete(actor, credentialId, true)).toEqual({ kind: 'deleted' });
  expect(await missing()).toEqual([{ kind: 'credential', name }]);
  expect(await management().findDeletedCredentials([credentialId])).toEqual(new Map([[credentialId, name]]));
  expect(await base.store.credentials.nameDeleted(organizationId, credentialId)).toBe(name);
  expect(await base.store.credentials.nameDeleted(randomUUID(), credentialId)).toBeNull();
  await management().unpublishWorkflow(actor, workflowId);
  expect(await missing()).toEqual([]);
});
