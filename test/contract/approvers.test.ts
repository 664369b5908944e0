import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import type { Approval } from './approval-lab.ts';
import { openMembers, type SignedIn } from './member-lab.ts';

let members: Awaited<ReturnType<typeof openMembers>>;
let owner: SignedIn;
let other: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  members = await openMembers();
  ({ owner } = members);
  other = await members.invite(`other-${randomUUID()}@example.com`);
  stranger = (await openMembers()).owner;
});

async function ask(config: JsonObject): Promise<Approval & { run: string }> {
  const start = input('name');
  const asks = component('approval', { title: 'Hire {{ name }}?', ...config }, { output: 'decision' });
  const ends = [output('{{ decision }}')];
  const definition = chain(start, asks, ...ends);
  definition.connections = definition.connections.map((each) =>
    each.from === asks.id ? { ...each, port: 'approve' } : each,
  );
  const { body } = await owner.request<{ id: string }>('POST', '/v1/workflows', { name: 'Hires', ...definition });
  const published = await owner.request('POST', `/v1/workflows/${body.id}/publish`);
  expect([published.status, published.body]).toEqual([201, expect.anything()]);
  const started = await owner.request<{ sessionId: string }>('POST', '/v1/workflow/run', {
    workflowId: body.id,
    componentId: start.id,
    placeholderValues: { name: 'Grace' },
  });
  const { sessionId } = started.body;
  const [approval] = await waitFor(async () => {
    const { items } = (await owner.request<{ items: Approval[] }>('GET', `/v1/approvals?sessionId=${sessionId}`)).body;
    return items.length > 0 ? items : null;
  });
  return { ...(approval as Approval), run: sessionId };
}

const listOf = async (who: SignedIn, { run }: { run: string }, query = '') =>
  (await who.request<{ items: Approval[] }>('GET', `/v1/approvals?sessionId=${run}${query}`)).body.items;
const pathOf = ({ url }: { url: string }): string => new URL(url).pathname;

async function outputOf(sessionId: string): Promise<unknown> {
  const ended = await waitFor(async () => {
    const { body } = await owner.request<{ status: string; output: unknown }>('GET', `/v1/sessions/${sessionId}`);
    return body.status === 'SUCCEEDED' ? body : null;
  });
  return ended.output;
}

test('members only: a stranger is sent to sign in, and the account that decides is written down', async () => {
  const approval = await ask({ signedInOnly: true });
  const path = pathOf(approval);
  const unknown = await fetch(members.baseUrl + path, { redirect: 'manual' });
  expect([unknown.status, unknown.headers.get('location')]).toEqual([303, `/sign-in?then=${encodeURIComponent(path)}`]);
  const anonymous = await fetch(members.baseUrl + path, {
    method: 'POST',
    body: new URLSearchParams({ choice: 'approve' }),
  });
  expect(anonymous.status).toBe(401);
  expect((await stranger.page('GET', path)).status).toBe(403);
  expect((await stranger.page('POST', path, { choice: 'approve' })).status).toBe(403);
  const foreign = await fetch(members.baseUrl + path, {
    method: 'POST',
    headers: { cookie: other.cookie, origin: 'https://evil.example' },
    body: new URLSearchParams({ choice: 'approve' }),
  });
  expect(foreign.status).toBe(403);
  const shown = await (await other.page('GET', path)).text();
  expect(shown).toContain(`Signed in as ${other.email}`);
  expect(shown).not.toContain('name="by"');
  expect((await other.page('POST', path, { choice: 'approve', by: 'somebody else' })).status).toBe(200);
  expect(await outputOf(approval.run)).toMatchObject({ choice: 'approve', by: other.email });
});

test('approvers: nobody else decides, whichever way, and only they see the address', async () => {
  const approval = await ask({ approvers: [other.email.toUpperCase()] });
  expect(approval.url).toBeUndefined();
  const list = (who: SignedIn, query = '') => listOf(who, approval, query);
  const [{ url } = { url: '' }] = await list(other);
  expect(url).toContain('/approvals/');
  expect(await list(owner, '&mine=true')).toEqual([]);
  expect(await list(other, '&mine=true')).toHaveLength(1);
  expect(await list(stranger)).toEqual([]);

  const path = new URL(url).pathname;
  const made = await owner.request<{ key: string }>('POST', '/v1/organization/api-keys', {
    name: 'Bot',
    scopes: ['manage'],
  });
  const byKey = await fetch(`${members.baseUrl}/v1/approvals/${approval.id}`, {
    method: 'POST',
    headers: { 'x-api-key': made.body.key, 'content-type': 'application/json' },
    body: JSON.stringify({ choice: 'approve' }),
  });
  expect(byKey.status).toBe(403);
  expect((await owner.page('POST', path, { choice: 'approve' })).status).toBe(403);
  const decide = (who: SignedIn, body: JsonObject) => who.request('POST', `/v1/approvals/${approval.id}`, body);
  expect((await decide(owner, { choice: 'approve' })).status).toBe(403);
  expect((await decide(stranger, { choice: 'approve' })).status).toBe(404);
  expect((await decide(other, { choice: 'later' })).status).toBe(400);
  expect(await decide(other, { choice: 'approve', comment: 'yes' })).toEqual({
    status: 200,
    body: { choice: 'approve', comment: 'yes', by: other.email },
  });
  expect((await decide(other, { choice: 'approve' })).status).toBe(410);
  expect(await outputOf(approval.run)).toMatchObject({ choice: 'approve', comment: 'yes', by: other.email });
  expect(await list(other)).toEqual([]);
});

test('an approver who is no member any more decides nothing, whichever way', async () => {
  const leaver = await members.invite(`leaver-${randomUUID()}@example.com`);
  const approval = await ask({ approvers: [leaver.email, other.email] });
  const path = pathOf({ url: (await listOf(leaver, approval)).at(0)?.url ?? '' });
  expect((await leaver.page('GET', path)).status).toBe(200);
  const removed = await owner.request('POST', '/api/auth/organization/remove-member', {
    memberIdOrEmail: leaver.email,
  });
  expect(removed.status).toBe(200);
  expect((await leaver.page('POST', path, { choice: 'approve' })).status).toBe(403);
  const byApi = await leaver.request('POST', `/v1/approvals/${approval.id}`, { choice: 'approve' });
  expect([401, 403, 404]).toContain(byApi.status);
  expect((await other.page('POST', path, { choice: 'approve' })).status).toBe(200);
  expect(await outputOf(approval.run)).toMatchObject({ choice: 'approve', by: other.email });
});

test('a list has pages and filters, and keys without the scope decide nothing', async () => {
  const [one, two] = [await ask({}), await ask({ fields: [{ key: 'days', type: 'NUMBER', label: 'Days' }] })];
  const list = async (query: string) =>
    (await owner.request<{ items: Approval[]; nextCursor: string | null }>('GET', `/v1/approvals?${query}`)).body;
  const first = await list('status=waiting&limit=1');
  expect(first.items).toEqual([
    {
      id: two.id,
      sessionId: two.run,
      workflowId: two['workflowId'],
      workflowName: 'Hires',
      componentId: two['componentId'],
      title: 'Hire Grace?',
      message: '',
      choices: ['approve', 'reject'],
      fields: [{ key: 'days', type: 'NUMBER', label: 'Days' }],
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      url: expect.stringContaining('/approvals/'),
    },
  ]);
  expect((await list(`limit=1&cursor=${first.nextCursor}`)).items.map(({ id }) => id)).toEqual([one.id]);
  expect((await list(`workflowId=${String(one['workflowId'])}`)).items.map(({ id }) => id)).toEqual([one.id]);
  expect((await owner.request('GET', '/v1/approvals?status=done')).status).toBe(400);
  const { body } = await owner.request<{ key: string }>('POST', '/v1/organization/api-keys', { name: 'Runs' });
  const headers = { 'x-api-key': body.key, 'content-type': 'application/json' };
  const refused = await fetch(`${members.baseUrl}/v1/approvals/${one.id}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ choice: 'approve' }),
  });
  expect(refused.status).toBe(403);
  const read = (await (await fetch(`${members.baseUrl}/v1/approvals`, { headers })).json()) as { items: Approval[] };
  expect(read.items.some(({ url }) => url !== undefined)).toBe(false);
  expect((await owner.request('POST', `/v1/approvals/${two.id}`, { choice: 'approve' })).body).toMatchObject({
    message: 'days is required',
  });
  expect((await owner.request('POST', `/v1/approvals/${two.id}`, { choice: 'approve', days: 3 })).status).toBe(200);
  expect(await outputOf(two.run)).toMatchObject({ days: 3 });
  await owner.request('POST', `/v1/sessions/${one.run}/cancel`);
  expect((await list('')).items.filter(({ id }) => id === one.id)).toEqual([]);
});
