import { beforeAll, expect, test } from '@jest/globals';
import { useTestIngress, type AnyBody, type TestAnswer } from '../start-test-ingress.ts';
import { definitionOf, webhookDefinition } from './definitions.ts';
import { documentedOperations, type Operation } from './documented-operations.ts';
import { adminElsewhere, useFirstAdmin, type Person } from './people.ts';

/** Walks every route of the OpenAPI document as an admin of another organization, by cookie and by key. */

interface Owned {
  workflowId: string;
  componentId: string;
  keyId: string;
  sessionId: string;
  operationId: string;
  hookId: string;
  credentialId: string;
  appId: string;
  applicationId: string;
  deliveryId: string;
  draftId: string;
  secret: string;
  number: string;
  organizationId: string;
}

const ingress = useTestIngress();
const owner = useFirstAdmin(ingress);
let stranger: Person;
let strangerKey: string;
let owned: Owned;
const before: Record<string, string> = {};

beforeAll(async () => {
  owned = await fill(owner);
  stranger = await adminElsewhere(ingress, owner);
  const made = await stranger.request('POST', '/v1/organization/api-keys', {
    name: 'all',
    scopes: ['run', 'read', 'manage'],
  });
  strangerKey = made.body.key;
  for (const path of ownedPaths()) before[path] = (await owner.request('GET', path)).text;
});

async function fill(person: Person): Promise<Owned> {
  const definition = webhookDefinition();
  const { body: workflow } = await person.request('POST', '/v1/workflows', {
    name: 'Ours',
    ...definitionOf(definition),
  });
  const path = `/v1/workflows/${workflow.id}`;
  await person.request('PUT', `${path}/labels`, { folder: FOLDER, tags: [TAG] });
  await person.request('POST', `${path}/publish`);
  await person.request('PUT', path, { name: 'Changed', components: [], connections: [] }, { 'if-match': '*' });
  await person.request('POST', `${path}/versions/1/restore`);
  const { body: drafts } = await person.request('GET', `${path}/kept-drafts`);
  await person.request('POST', `${path}/components/${definition.webhook.id}/token`);
  await person.request('POST', `${path}/components/${definition.webhook.id}/listener`);
  await person.request('PUT', `/v1/organization/secrets/${SECRET}`, { value: 'ours' });
  await person.request('PUT', `/v1/organization/throttles/${HOST}`, { perSecond: 5 });
  const { body: key } = await person.request('POST', '/v1/organization/api-keys', { name: 'ours' });
  const { body: session } = await person.request('POST', '/v1/workflow/run', {
    workflowId: workflow.id,
    componentId: definition.webhook.id,
  });
  const { body: operation } = await person.request('POST', '/v1/sessions/bulk', {
    action: 'retry',
    filter: { workflowId: workflow.id },
  });
  const hooks = '/v1/organization/event-hooks';
  const { body: hook } = await person.request('POST', hooks, {
    url: 'https://example.com/',
    events: ['session.failed'],
  });
  const { body: credential } = await person.request('POST', '/v1/organization/credentials', {
    name: 'ours',
    type: 'http-bearer',
    token: 'ours-alone',
  });
  await person.request('POST', '/v1/organization/tables', { name: SECRET, columns: [{ key: 'n', type: 'NUMBER' }] });
  await person.request('POST', `/v1/organization/tables/${SECRET}/rows`, { key: ROW, n: 1 });
  const document = '{"openapi":"3.1.0","paths":{}}';
  const { body: app } = await person.request('POST', '/v1/organization/apps', {
    name: 'ours',
    kind: 'openapi',
    document,
  });
  const { body: delivery } = await person.request('POST', `${hooks}/${hook.id}/test`);
  const { body: caller } = await person.request('GET', '/v1/caller');
  return {
    workflowId: workflow.id,
    componentId: definition.webhook.id,
    keyId: key.id,
    sessionId: session.sessionId,
    operationId: operation.operationId,
    hookId: hook.id,
    credentialId: credential.id,
    appId: app.id,
    applicationId: await connectApplication(caller.organizationId),
    deliveryId: delivery.id,
    draftId: drafts.items[0].id,
    secret: SECRET,
    number: '1',
    organizationId: caller.organizationId,
  };
}

/** An application that the owner let in, with a token. */
async function connectApplication(organizationId: string): Promise<string> {
  const { people } = ingress.context.store.management;
  const database = people.database as AnyBody;
  const { id: userId } = await database.user.findFirst({ where: { email: owner.email } });
  const clientId = 'our-application';
  const actor = { type: 'user', id: userId, name: owner.email } as const;
  const entry = { action: 'mcp-client.authorize', targetType: 'mcp-client', targetId: clientId };
  const agreed = { organizationId, userId, clientId, redirectUri: 'https://ours.example/', scopes: ['run'] };
  await people.storeOAuthConnection(agreed, { actor, entry });
  const createdAt = new Date();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const token = { id: crypto.randomUUID(), token: 'hash', clientId, userId, referenceId: organizationId };
  await database.oauthAccessToken.create({ data: { ...token, createdAt, expiresAt } });
  return (await database.oauthConnection.findFirst()).id;
}

function ownedPaths(): string[] {
  const workflow = `/v1/workflows/${owned.workflowId}`;
  return [
    workflow,
    `${workflow}/versions`,
    `${workflow}/kept-drafts`,
    `${workflow}/components/${owned.componentId}/token`,
    `${workflow}/components/${owned.componentId}/listener`,
    '/v1/organization/secrets',
    '/v1/organization/credentials',
    `/v1/organization/credentials/${owned.credentialId}`,
    '/v1/organization/throttles',
    '/v1/organization/api-keys',
    '/v1/organization/connected-applications',
    '/v1/organization/event-hooks',
    '/v1/organization/limits',
    '/v1/organization/apps',
    `/v1/organization/apps/${owned.appId}`,
    '/v1/organization/tables',
    `/v1/organization/tables/${owned.secret}/rows`,
    `/v1/organization/event-hooks/${owned.hookId}/deliveries`,
    `/v1/operations/${owned.operationId}`,
    `/v1/sessions/${owned.sessionId}`,
  ];
}

const HOST = 'ours.example';
const SECRET = 'our-secret';
const ROW = 'our-row';
const FOLDER = 'Our folder';
const TAG = 'our-tag';

/** Ids of the other organization for each path parameter. */
function aim(path: string): string {
  const id =
    [
      ['/v1/sessions', owned.sessionId],
      ['/v1/operations', owned.operationId],
      ['/v1/organization/event-hooks', owned.hookId],
      ['/v1/organization/credentials', owned.credentialId],
      ['/v1/organization/apps', owned.appId],
    ].find(([start]) => path.startsWith(start!))?.[1] ?? owned.workflowId;
  return path
    .replace('{id}', id)
    .replace('{sessionId}', owned.sessionId)
    .replace('{componentId}', owned.componentId)
    .replace('{keyId}', owned.keyId)
    .replace('{applicationId}', owned.applicationId)
    .replace('{deliveryId}', owned.deliveryId)
    .replace('{draftId}', owned.draftId)
    .replace('{name}', owned.secret)
    .replace('{host}', HOST)
    .replace('{key}', ROW)
    .replace('{number}', owned.number);
}

function bodyFor({ operationId }: Operation): object {
  const bodies: Record<string, object> = {
    runWorkflow: { workflowId: owned.workflowId, componentId: owned.componentId },
    saveDraft: { name: 'theirs', components: [], connections: [] },
    createWorkflow: { name: 'theirs' },
    createApiKey: { name: 'theirs' },
    startBulkOperation: { action: 'cancel', filter: { workflowId: owned.workflowId } },
    createEventHook: { url: 'https://example.com', events: ['session.failed'], workflowIds: [owned.workflowId] },
    createCredential: { name: 'theirs', type: 'http-bearer', token: 'theirs' },
    replaceCredential: { name: 'theirs', type: 'http-bearer', token: 'theirs' },
    describeVersion: { versionName: 'theirs' },
    setWorkflowRetention: { days: 1 },
    setWorkflowLabels: { folder: null, tags: [] },
    putFailureHandler: { workflowId: owned.workflowId },
    putSecret: { value: 'theirs' },
    decideApproval: { choice: 'approve' },
    putThrottle: { perSecond: 1 },
    createApp: { name: 'theirs', kind: 'mcp', url: 'https://example.com' },
    changeApp: { name: 'theirs' },
    createTable: { name: 'theirs', columns: [{ key: 'n', type: 'NUMBER' }] },
    insertTableRow: { key: 'theirs', n: 2 },
    putTableRow: { n: 2 },
  };
  return bodies[operationId] ?? {};
}

/** Secrets and throttles are named, so putting one creates the stranger's own. Their audit log then has the name. */
const makesTheirOwn = ({ operationId }: Operation): boolean => ['putSecret', 'putThrottle'].includes(operationId);

/** Routes that name a resource of the other organization find nothing; all others show nothing of it. */
function isBlind(operation: Operation, answer: TestAnswer): boolean {
  if (makesTheirOwn(operation)) return answer.status === 201;
  const namesTheirs = operation.path.includes('{') || operation.operationId === 'runWorkflow';
  if (namesTheirs) return answer.status === 404 || answer.status === 410;
  const { number: _number, ...marks } = owned;
  return ![...Object.values(marks), HOST, FOLDER, TAG, owner.email].some((mark) => answer.text.includes(mark));
}

test('finds nothing and changes nothing', async () => {
  const guarded = (await documentedOperations(ingress))
    .filter(({ takesKeys }) => takesKeys)
    .sort((one, other) => Number(makesTheirOwn(one)) - Number(makesTheirOwn(other)));
  expect(guarded.length).toBeGreaterThan(25);
  const offences: string[] = [];
  for (const operation of guarded) {
    // The stream of the stranger's own sessions never ends; streams of one session are looked for as everything is.
    if (operation.isStream && !operation.path.includes('{')) continue;
    for (const headers of [{ cookie: stranger.cookie, origin: ingress.url }, { 'x-api-key': strangerKey }]) {
      const answer = await ingress.request(operation.method, aim(operation.path) + queryFor(operation), {
        headers: { ...headers, 'if-match': '*', ...(operation.hasBody && { 'content-type': 'application/json' }) },
        ...(operation.hasBody && {
          body: bodyFor(operation),
        }),
      });
      if (!isBlind(operation, answer))
        offences.push(`${operation.operationId}: ${answer.status} ${answer.text.slice(0, 200)}`);
      if (makesTheirOwn(operation)) await stranger.request('DELETE', aim(operation.path));
    }
  }
  expect(offences).toEqual([]);
  for (const path of ownedPaths()) expect((await owner.request('GET', path)).text).toBe(before[path]);
});

function queryFor({ operationId }: Operation): string {
  return operationId === 'listSessions' ? `?workflowId=${owned.workflowId}` : '';
}

test('a request without a key or a sign-in is 401 on every route that needs them', async () => {
  for (const operation of await documentedOperations(ingress)) {
    if (!operation.takesKeys) continue;
    const answer = await ingress.request(operation.method, aim(operation.path), {
      headers: { 'content-type': 'application/json' },
      ...(operation.method !== 'GET' && { body: {} }),
    });
    expect([operation.operationId, answer.status, answer.body.message]).toEqual([
      operation.operationId,
      401,
      'Unauthorized',
    ]);
  }
});
