import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PrismaClient } from '../../../../packages/session-store/src/generated/client.ts';
import { adminElsewhere, firstAdmin, invite, type Person } from '../management/people.ts';
import { component, startTestIngress, type AnyBody, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';

const MOST = 3;

let ingress: TestIngress;
let admin: Person;
beforeAll(async () => {
  const organizationLimits = {
    apiKeys: MOST,
    apps: MOST,
    credentials: MOST,
    executorRequests: MOST,
    eventHooks: MOST,
    members: MOST,
    runningOperations: MOST,
    secrets: MOST,
    tables: MOST,
    throttles: MOST,
    versions: MOST,
    workflows: MOST,
  };
  ingress = await startTestIngress({ config: { organizationLimits } });
  admin = await firstAdmin(ingress);
});
afterAll(() => ingress?.stop());

const headers = () => ({ 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/json' });
const ask = (method: string, path: string, body?: AnyBody): Promise<TestAnswer> =>
  ingress.request(method, path, { body, headers: headers() });

/** So many simultaneous requests that all would pass a check which does not wait for the others. */
const burst = (one: (index: number) => Promise<TestAnswer>): Promise<TestAnswer[]> =>
  Promise.all(Array.from({ length: 4 * MOST }, (_each, index) => one(index)));

function expectOnly(answers: TestAnswer[], made: number, variable: string): void {
  const refused = answers.filter(({ status }) => status >= 300);
  expect(answers.length - refused.length).toBe(made);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  for (const { body, headers: answered } of refused) {
    expect(body.message).toMatch(new RegExp(`has ${MOST} .*\\(${variable}\\)`));
    expect(answered.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
}

const THINGS: [string, number, (index: number) => Promise<TestAnswer>][] = [
  [
    'MAX_EVENT_HOOKS_PER_ORGANIZATION',
    MOST,
    () => ask('POST', '/v1/organization/event-hooks', { url: 'https://example.com', events: ['session.failed'] }),
  ],
  // One that calls here exists already.
  [
    'MAX_API_KEYS_PER_ORGANIZATION',
    MOST - 1,
    (index) => ask('POST', '/v1/organization/api-keys', { name: `key ${index}`, scopes: ['read'] }),
  ],
  [
    'MAX_APPS_PER_ORGANIZATION',
    MOST,
    (index) => ask('POST', '/v1/organization/apps', { name: `app${index}`, kind: 'openapi', document: '{}' }),
  ],
  [
    'MAX_CREDENTIALS_PER_ORGANIZATION',
    MOST,
    (index) =>
      ask('POST', '/v1/organization/credentials', { name: `c${index}`, type: 'http-bearer', token: 'token-value' }),
  ],
  [
    'MAX_SECRETS_PER_ORGANIZATION',
    MOST,
    (index) => ask('PUT', `/v1/organization/secrets/SECRET_${index}`, { value: 'value' }),
  ],
  [
    'MAX_TABLES_PER_ORGANIZATION',
    MOST,
    (index) =>
      ask('POST', '/v1/organization/tables', { name: `table${index}`, columns: [{ key: 'amount', type: 'NUMBER' }] }),
  ],
  [
    'MAX_THROTTLES_PER_ORGANIZATION',
    MOST,
    (index) => ask('PUT', `/v1/organization/throttles/host${index}.example.com`, { perSecond: 1 }),
  ],
  [
    'MAX_WORKFLOWS_PER_ORGANIZATION',
    MOST,
    (index) => ask('POST', '/v1/workflows', { name: `Workflow ${index}`, components: [], connections: [] }),
  ],
];

test.each(THINGS)('%s holds against a burst', async (variable, room, make) => {
  expectOnly(await burst(make), room, variable);
});

test('a secret that exists is replaced, however many there are', async () => {
  const names: string[] = (await ask('GET', '/v1/organization/secrets')).body.items.map(
    (secret: AnyBody) => secret.name,
  );
  expect(names).toHaveLength(MOST);
  expect((await ask('PUT', `/v1/organization/secrets/${names[0]}`, { value: 'other' })).status).toBe(200);
});

test('MAX_VERSIONS_PER_WORKFLOW and MAX_RUNNING_OPERATIONS_PER_ORGANIZATION hold against a burst', async () => {
  const [workflow] = (await ask('GET', '/v1/workflows')).body.items;
  const input = component('input', { placeholders: [] });
  const draft = { name: 'Published', components: [input], connections: [] };
  const path = `/v1/workflows/${workflow.id}`;
  const etag = (await ask('GET', path)).headers.get('etag') ?? '';
  expect(
    (await ingress.request('PUT', path, { body: draft, headers: { ...headers(), 'if-match': etag } })).status,
  ).toBe(200);
  expectOnly(await burst(() => ask('POST', `${path}/publish`)), MOST, 'MAX_VERSIONS_PER_WORKFLOW');

  await ask('POST', `${path}/pause`);
  const started = await ingress.run({ workflowId: workflow.id, componentId: input.id });
  expect(started.status).toBe(200);
  const cancel = { action: 'cancel', filter: { workflowId: workflow.id } };
  expectOnly(
    await burst(() => ask('POST', '/v1/sessions/bulk', cancel)),
    MOST,
    'MAX_RUNNING_OPERATIONS_PER_ORGANIZATION',
  );
  const { status } = await ask('POST', '/v1/sessions/bulk', { ...cancel, dryRun: true });
  expect(status).toBe(202);
});

const databaseOf = ({ context }: TestIngress) => context.store.management.people.database as PrismaClient;

const onMembers = (by: Person, action: string, body: object): Promise<TestAnswer> =>
  by.request('POST', `/api/auth/organization/${action}`, body);

test('an account that exists joins no organization with MAX_MEMBERS_PER_ORGANIZATION members', async () => {
  const stranger = await adminElsewhere(ingress, admin);
  const others = ['second@example.com', 'third@example.com'];
  for (const email of others) await invite(ingress, admin, email);
  const { body } = await onMembers(admin, 'invite-member', { email: stranger.email, role: 'member' });
  const join = () => onMembers(stranger, 'accept-invitation', { invitationId: body.id });
  const refused = await join();
  expect([refused.status, refused.body.message]).toEqual([403, 'Organization membership limit reached']);
  await onMembers(admin, 'remove-member', { memberIdOrEmail: others[0] });
  expect((await join()).status).toBe(200);
});

test('an organization has at most MAX_MEMBERS_PER_ORGANIZATION open invitations', async () => {
  const inviteOne = (name: string): Promise<TestAnswer> =>
    onMembers(admin, 'invite-member', { email: `${name}@example.com`, role: 'member' });
  const made: TestAnswer[] = [];
  while (made.length < MOST) made.push(await inviteOne(`guest${made.length}`));
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  const refused = await inviteOne('further');
  expect([refused.status, refused.body.message]).toEqual([403, 'Invitation limit reached']);
  await onMembers(admin, 'cancel-invitation', { invitationId: made[0]!.body.id });
  expect((await inviteOne('further')).status).toBe(200);
});

test('an organization that may have 200 members has at most 100 open invitations', async () => {
  const large = await startTestIngress({ config: { organizationLimits: { members: 200 } } });
  const inviter = await firstAdmin(large);
  const inviteOne = (email: string) => onMembers(inviter, 'invite-member', { email, role: 'member' });
  const { id } = (await inviteOne('first@example.com')).body;
  const { invitation } = databaseOf(large);
  const first = await invitation.findUniqueOrThrow({ where: { id } });
  await invitation.createMany({
    data: Array.from({ length: 98 }, (_each, n) => ({ ...first, id: randomUUID(), email: `guest${n}@example.com` })),
  });
  const answers = [await inviteOne('hundredth@example.com'), await inviteOne('further@example.com')];
  await large.stop();
  expect(answers.map(({ status }) => status)).toEqual([200, 403]);
  expect(answers[1]!.body.message).toBe('Invitation limit reached');
});

test('MAX_MEMBERS_PER_ORGANIZATION holds against invitations that are accepted at the same time', async () => {
  const { context, organization } = ingress;
  const { people } = context.store.management;
  const database = databaseOf(ingress);
  const invitations = Array.from({ length: 4 * MOST }, () => ({
    id: randomUUID(),
    email: `${randomUUID()}@example.com`,
  }));
  const inviter = await database.user.create({
    data: { id: randomUUID(), name: 'Inviter', email: `${randomUUID()}@example.com` },
  });
  await database.invitation.createMany({
    data: invitations.map((invitation) => ({
      ...invitation,
      organizationId: organization.id,
      role: 'member',
      status: 'pending',
      inviterId: inviter.id,
      expiresAt: new Date(Date.now() + 60_000),
    })),
  });
  const joined = await Promise.allSettled(
    invitations.map(({ id }) => people.joinByInvitation(id, { name: 'New', passwordHash: 'none' })),
  );
  const members = await database.member.count({ where: { organizationId: organization.id } });
  expect(members).toBeLessThanOrEqual(MOST);
  expect(joined.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  expect(joined.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(3 * MOST);
});
