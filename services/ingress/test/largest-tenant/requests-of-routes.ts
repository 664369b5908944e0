import {
  CHAT_CONVERSATION,
  LARGE,
  LIMITS,
  tenantId,
  formDefinitionOf,
  triggerDefinitionOf,
  wideDefinitionOf,
} from '@workflow/test-harness';
import { mcpRequests } from './mcp-requests.ts';
import { FORM, PARENT, WEBHOOK, WIDE, TRIGGERS, type RouteRequest, type SignedParts } from './route-requests.ts';

type Requests = Record<string, RouteRequest | RouteRequest[]>;

const FORM_TYPE = 'application/x-www-form-urlencoded';
const ABSENT = { status: 404, because: 'the largest tenant has none, and makes none larger' };
const AT_LIMIT = { status: 429, because: 'the organization has reached the limit' };
const START = tenantId('component', 0);

/** Every operation has each of these letters but the last. */
const LETTERS = 'w+o+r+d+s+p+e+t+i+q';
/** Each description nearly has these everywhere. */
const SEARCHES = [
  `${'a'.repeat(99)}b`,
  `b${'a'.repeat(99)}`,
  Array.from({ length: 9 }, (_, n) => `b${'a'.repeat(9 - (n % 2))}`).join('+'),
];

/** Requests by operation, where neither the defaults nor the example of the API document fit. */
export function requestsOfRoutes(signed: SignedParts): Requests {
  return {
    ...requestsOfSessions(signed),
    mcp: mcpRequests(),
    ...requestsOfPeople(),
    ...requestsOfWorkflows(),
    ...requestsOfOrganization(signed),
  };
}

function requestsOfSessions(signed: SignedParts): Requests {
  const token = { headers: { token: signed.webhookToken } };
  const notTaken = { ...token, refused: { status: 405, because: 'the webhook does not take this method' } };
  const run = { workflowId: WIDE, componentId: START, placeholderValues: { n: 1 } };
  return {
    runWorkflow: { body: run },
    runBatch: {
      body: Array.from({ length: 1_000 }, () => JSON.stringify(run)).join('\n'),
      type: 'application/x-ndjson',
    },
    receiveWebhook: token,
    receiveWebhookByPut: notTaken,
    receiveWebhookByGet: notTaken,
    answerWebhookHead: notTaken,
    answerWebhookOptions: notTaken,
    readWebhookSession: { ...token, refused: ABSENT },
    stopListening: { params: { componentId: WEBHOOK }, refused: ABSENT },
    createToken: { params: { componentId: tenantId('component', 1_201) } },
    listAppVersions: { query: 'limit=20' },
    listAppOperations: [
      { query: 'limit=200' },
      { query: `limit=200&group=group&search=${LETTERS}` },
      ...SEARCHES.map((words) => ({ query: `limit=200&search=${words}` })),
    ],
    searchAppOperations: ['words', LETTERS, ...SEARCHES].map((words) => ({ query: `limit=200&search=${words}` })),
    listApprovals: [{ query: 'limit=200' }, { query: 'status=waiting&mine=true&limit=200' }],
    changeApp: {
      body: { effects: Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`operation ${n + 1}`, 'once'])) },
    },
    decideApproval: { body: { choice: 'yes' } },
    answerApproval: { body: 'choice=yes', type: FORM_TYPE },
    submitForm: { body: 'field1=yes', type: FORM_TYPE },
    sendChatMessage: [
      { body: { message: 'x'.repeat(100_000) } },
      { body: { message: 'Hello', conversationId: CHAT_CONVERSATION } },
    ],
    startBulkOperation: [
      { body: { action: 'cancel', filter: { mode: 'PROD' }, dryRun: true } },
      { body: { action: 'retry', filter: { mode: 'PROD' }, dryRun: true } },
      { body: { action: 'cancel', filter: { workflowId: WIDE, status: 'WAITING' } } },
    ],
    listSessions: [
      { query: 'limit=200' },
      { query: 'limit=200&text=nothing%20has%20this' },
      { query: 'limit=200&status=FAILED&label=none' },
      { query: `limit=200&parentId=${PARENT}` },
      { query: 'limit=200&waitingFor=delay' },
      { query: 'limit=200&waitingFor=quota' },
      { query: 'limit=200&startsBefore=2020-01-01T00:00:00Z' },
    ],
    countStartedSessions: { params: { id: PARENT } },
    listSteps: [{ query: '' }, { query: 'full=true' }],
    cancelSession: { params: { id: tenantId('waiting', 500) } },
    startSession: { params: { id: tenantId('delayed', 1) } },
    previewRetry: [{ params: { id: tenantId('session', LIMITS.sessions - 2) } }, { params: { id: PARENT } }],
    retrySession: { params: { id: tenantId('session', LIMITS.sessions - 2) } },
    deleteSession: { params: { id: tenantId('session', LIMITS.sessions) } },
  };
}

function requestsOfPeople(): Requests {
  return {
    setUp: {
      body: {
        organizationName: 'Second',
        name: 'Second',
        email: 'second@example.com',
        password: 'a password of many words',
      },
      refused: { status: 409, because: 'there is an admin' },
    },
    readInvitation: { params: { id: tenantId('other', 1) }, refused: ABSENT },
    acceptInvitation: { body: { name: 'Somebody', password: 'a password of many words' }, refused: ABSENT },
    requestPasswordReset: {
      body: { email: 'member1@example.com' },
      refused: { status: 409, because: 'the service sends no mail' },
    },
    completePasswordReset: {
      body: { token: 'x'.repeat(43), password: 'a password of many words' },
      refused: { status: 400, because: 'the link is none of the service' },
    },
    resetMemberPassword: { params: { memberId: tenantId('user', 1) } },
    authorizeDevice: { body: 'client_id=workflow-cli&scope=read', type: FORM_TYPE },
    issueDeviceKey: {
      body: 'grant_type=urn:ietf:params:oauth:grant-type:device_code&client_id=workflow-cli&device_code=none',
      type: FORM_TYPE,
      refused: { status: 400, because: 'nobody signs in by this code' },
    },
    revokeDeviceKey: { body: 'token=none&client_id=workflow-cli', type: FORM_TYPE },
    readDeviceSignIn: { params: { code: 'BCDF-GHJK' }, refused: ABSENT },
    answerDeviceSignIn: { params: { code: 'BCDF-GHJK' }, body: { accepted: true }, refused: ABSENT },
    endSignIn: { params: { id: tenantId('other', 1) }, refused: ABSENT },
  };
}

function requestsOfWorkflows(): Requests {
  const draft = (definition: object) => ({ name: 'Changed', ...definition });
  const large = [wideDefinitionOf(), triggerDefinitionOf(), formDefinitionOf()];
  const workflows = [WIDE, TRIGGERS, FORM].map((id) => ({ params: { id } }));
  return {
    listWorkflows: [
      { query: 'limit=200' },
      { query: 'limit=200&search=nothing%20has%20this' },
      { query: 'limit=200&tag=tag%201' },
    ],
    createWorkflow: { body: draft(large[0]!), refused: AT_LIMIT },
    createFromTemplate: { params: { key: 'csv-import' }, refused: AT_LIMIT },
    readWorkflow: workflows,
    saveDraft: workflows.map((each, index) => ({
      ...each,
      body: draft(large[index]!),
      headers: { 'if-match': '*' },
    })),
    checkWorkflow: workflows.map((each, index) => ({ ...each, body: large[index] })),
    publishWorkflow: workflows,
    unpublishWorkflow: { params: { id: tenantId('workflow', LARGE.copies) } },
    readWorkflowUses: { params: { id: tenantId('workflow', LARGE.versions) } },
    listVersions: { params: { id: tenantId('workflow', LARGE.versions) } },
    describeVersion: { body: { note: 'x'.repeat(1_000) } },
    restoreKeptDraft: { params: { draftId: tenantId('draft', LIMITS.keptDrafts) } },
    deleteWorkflow: workflows,
  };
}

function requestsOfOrganization(signed: SignedParts): Requests {
  const organization = { params: { id: signed.organizationId } };
  const secondTable = { params: { name: 'table2' } };
  return {
    putThrottle: { body: { perSecond: 1 } },
    putSecret: { body: { value: 'x'.repeat(1_000) } },
    putFailureHandler: { body: { workflowId: TRIGGERS } },
    putOrganizationSecurity: { body: { requireSecondFactor: false } },
    createTable: { body: { name: 'one-more', columns: [{ key: 'note', type: 'TEXT' }] } },
    insertTableRow: { ...secondTable, body: { key: 'one more', note: 'one more' } },
    putTableRow: { body: { note: 'changed' } },
    deleteTableRow: secondTable,
    deleteTable: { query: 'force=true' },
    replaceCredential: {
      body: { name: 'Replaced', type: 'http-basic', user: 'somebody', password: 'something' },
    },
    deleteCredential: { query: 'force=true' },
    testCredential: { refused: { status: 503, because: 'no executor runs' } },
    authorizeCredential: { refused: { status: 409, because: 'credentials of this type are not signed in to' } },
    receiveCredentialCallback: { refused: { status: 400, because: 'nobody began such a sign-in' } },
    confirmCredentialCallback: {
      body: '',
      type: FORM_TYPE,
      refused: { status: 400, because: 'nobody began such a sign-in' },
    },
    revokeConnectedApplication: { params: { applicationId: tenantId('other', 101) } },
    readOrganizationQuotas: organization,
    putOrganizationQuotas: organization,
    pauseOrganization: organization,
    resumeOrganization: organization,
    drainExecutor: { params: { id: tenantId('other', 1) }, refused: ABSENT },
    requeueSession: { params: { id: tenantId('held', 15_000) } },
    resetPassword: { body: { user: 'member1@example.com' } },
    resolveMigration: { params: { name: 'none' }, body: { as: 'applied' }, refused: ABSENT },
  };
}
