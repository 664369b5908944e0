import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { useTestIngress, type TestAnswer } from '../start-test-ingress.ts';
import { documentedOperations, type Operation } from './documented-operations.ts';
import { useFirstAdmin, invite, type Person } from './people.ts';

/** Asks every route of the OpenAPI document with a key of each scope, as a member and as an admin. */

const SCOPES = ['run', 'read', 'manage'] as const;

/** The callers that may use each operation. A new route must be added here. */
const BY_SCOPES: Record<string, string[]> = {
  run: [
    'runWorkflow',
    'runBatch',
    'startBulkOperation',
    'readOperation',
    'stopOperation',
    'cancelSession',
    'startSession',
    'retrySession',
    'uploadFile',
  ],
  read: [
    'listFailures',
    'listSessions',
    'sessionListEvents',
    'getSession',
    'getSessionDefinition',
    'previewRetry',
    'getSessionPlace',
    'countStartedSessions',
    'sessionEvents',
    'listSteps',
    'downloadFile',
  ],
  'run read manage': ['readCaller', 'mcp', 'listStartableWorkflows'],
  'read manage': [
    'listApprovals',
    ...['listApps', 'readApp', 'listAppVersions', 'listAppOperations', 'readAppOperation', 'searchAppOperations'],
    'listComponentTypes',
    'listWorkflowTemplates',
    'listSchedules',
    'readOverview',
    'readPerformance',
    'readWorkflowPerformance',
    'readWorkflowRefusals',
    'readOrganizationSecurity',
    'readFailureHandler',
  ],
};
const ADMINS_ONLY = new Set([
  ...['deleteSession', 'setWorkflowRetention', 'readLimits', 'listAuditLog', 'exportAuditLog'],
  ...['createApiKey', 'listApiKeys', 'deleteApiKey', 'putSecret', 'readSecret', 'listSecrets', 'deleteSecret'],
  ...['readSecretUses', 'putFailureHandler'],
  ...['createCredential', 'readCredential', 'replaceCredential', 'deleteCredential', 'testCredential'],
  'authorizeCredential',
  ...['createApp', 'changeApp', 'deleteApp', 'refreshApp'],
  ...['putThrottle', 'readThrottle', 'listThrottles', 'deleteThrottle'],
  ...['createEventHook', 'listEventHooks', 'deleteEventHook', 'rotateEventHook', 'testEventHook'],
  ...['listEventDeliveries', 'redeliverEvent'],
]);
const ADMINS_WITHOUT_KEYS = ['resetMemberPassword', 'putOrganizationSecurity'];
const MANAGED_BY_ALL = [
  ...['listWorkflows', 'readWorkflow', 'listVersions', 'readVersion'],
  ...['describeVersion', 'listKeptDrafts', 'readKeptDraft', 'restoreKeptDraft'],
  ...['createWorkflow', 'createFromTemplate', 'saveDraft', 'deleteWorkflow', 'checkWorkflow'],
  ...['publishWorkflow', 'unpublishWorkflow', 'pauseWorkflow', 'resumeWorkflow', 'setWorkflowLabels'],
  'listCredentials',
  ...['listConnectedApplications', 'revokeConnectedApplication'],
  ...['createTable', 'listTables', 'readTable', 'deleteTable'],
  ...['listTableRows', 'insertTableRow', 'putTableRow', 'deleteTableRow'],
  'decideApproval',
  ...['listWorkflowLabels', 'restoreVersion', 'readWorkflowUses'],
  ...['readComponent', 'createToken', 'readToken', 'deleteToken'],
  ...['startListening', 'readListener', 'stopListening'],
];

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);
let member: Person;
let operations: Operation[];

beforeAll(async () => {
  member = await invite(ingress, admin, 'member@example.com');
  operations = (await documentedOperations(ingress)).filter(({ takesKeys }) => takesKeys);
});

function scopesOf(operationId: string): readonly string[] {
  const listed = Object.entries(BY_SCOPES).find(([, ids]) => ids.includes(operationId));
  return listed?.[0].split(' ') ?? ['manage'];
}

/** A call of things that do not exist, without a body. */
function call(operation: Operation, headers: Record<string, string>): Promise<TestAnswer> {
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => ({ number: '1', host: 'example.com', name: 'none' })[String(name)] ?? randomUUID(),
  );
  return ingress.request(operation.method, path, { headers });
}

/** The operations that are not refused. A list's stream would never end, so it counts as allowed where it is. */
async function allowed(headers: Record<string, string>, refusal: RegExp, isAllowed: (id: string) => boolean) {
  const found: string[] = [];
  for (const operation of operations) {
    const { operationId } = operation;
    const isEndless = operation.isStream && !operation.path.includes('{') && isAllowed(operationId);
    const answer = isEndless ? null : await call(operation, headers);
    if (answer?.status !== 403 || !refusal.test(answer.body.message)) found.push(operationId);
  }
  return found.sort();
}

test('every documented route is listed', () => {
  const listed = [...Object.values(BY_SCOPES).flat(), ...ADMINS_ONLY, ...MANAGED_BY_ALL];
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(listed.sort());
});

test.each(SCOPES)('a key with the scope %s is allowed what the scope allows and nothing else', async (scope) => {
  const made = await admin.request('POST', '/v1/organization/api-keys', { name: scope, scopes: [scope] });
  const isAllowed = (id: string) => scopesOf(id).includes(scope);
  expect(await allowed({ 'x-api-key': made.body.key }, /^The API key does not have the scope /, isAllowed)).toEqual(
    operations
      .map(({ operationId }) => operationId)
      .filter(isAllowed)
      .sort(),
  );
});

test('a member is refused what only admins may do, and nothing else', async () => {
  const isAllowed = (id: string) => !ADMINS_ONLY.has(id);
  const headers = { cookie: member.cookie, origin: ingress.url };
  expect(await allowed(headers, /^Only admins of the organization may do this$/, isAllowed)).toEqual(
    operations
      .map(({ operationId }) => operationId)
      .filter(isAllowed)
      .sort(),
  );
});

test('only a signed-in admin starts a reset of a password or changes what sign-ins require', async () => {
  const { body } = await admin.request('POST', '/v1/organization/api-keys', { name: 'all', scopes: [...SCOPES] });
  const documented = (await documentedOperations(ingress)).filter(({ operationId }) =>
    ADMINS_WITHOUT_KEYS.includes(operationId),
  );
  expect(documented).toHaveLength(ADMINS_WITHOUT_KEYS.length);
  for (const operation of documented) {
    const withKey = await call(operation, { 'x-api-key': body.key });
    const withUnknownKey = await call(operation, { 'x-api-key': 'wfk_unknown' });
    const asMember = await call(operation, { cookie: member.cookie, origin: ingress.url });
    expect([withKey.status, withKey.body.message]).toEqual([403, expect.stringMatching(/^API keys cannot do this/)]);
    expect([withUnknownKey.status, withUnknownKey.body.message]).toEqual([403, 'Permission Denied']);
    expect([asMember.status, asMember.body.message]).toEqual([403, expect.stringMatching(/^Only admins/)]);
  }
});
