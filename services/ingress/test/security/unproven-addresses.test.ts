import { beforeAll, describe, expect, test } from '@jest/globals';
import { cookiesOf, useFirstAdmin, invite, PASSWORD, person, signIn, type Person } from '../management/people.ts';
import { useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

// An invitation proves nothing about an address (docs/decisions/0086).

const json = { 'content-type': 'application/json' };
const HOLDERS_PASSWORD = 'what only the holder knows';

// Five slow hashes for one answer, on a machine that may be loaded.
const ingress = useTestIngress({ config: { http: { answerTimeoutMs: 30_000 } } });
const admin = useFirstAdmin(ingress);
let stranger: Person;

beforeAll(async () => {
  stranger = await invite(ingress, admin, 'stranger@example.com');
  await stranger.request('POST', '/api/auth/organization/create', { name: 'Strangers', slug: 'strangers' });
});

async function invitation(by: Person, email: string, role = 'admin'): Promise<string> {
  const made = await by.request('POST', '/api/auth/organization/invite-member', { email, role });
  expect(made.status).toBe(200);
  return made.body.id;
}

function accept(id: string, password: string): Promise<TestAnswer> {
  return ingress.request('POST', `/v1/invitations/${id}/accept`, {
    body: { name: 'Somebody', password },
    headers: json,
  });
}

/** The answer with what differs between any two invitations taken out. */
async function shown(id: string, email: string): Promise<string> {
  const { status, text, body } = await ingress.request('GET', `/v1/invitations/${id}`);
  return `${status} ${text.replace(id, 'ID').replace(email, 'EMAIL').replace(body.expiresAt, 'TIME')}`;
}

test('an account made by an invitation signs in, and its address counts as unproven', async () => {
  await accept(await invitation(admin, 'invited@example.com', 'member'), PASSWORD);
  const answer = await signIn(ingress, 'invited@example.com');
  expect(answer.status).toBe(200);
  expect(answer.body.user.emailVerified).toBe(false);
});

test('neither an invitation nor its acceptance reveals whether an address has an account', async () => {
  const [taken, free] = ['admin@example.com', 'nobody@example.com'];
  const [ofTaken, ofFree] = [await invitation(stranger, taken), await invitation(stranger, free)];
  expect(await shown(ofTaken, taken)).toBe(await shown(ofFree, free));
  const [first, second] = [await accept(ofTaken, 'a guess of strangers'), await accept(ofFree, 'a guess of strangers')];
  expect([first.status, first.text.replace(taken, '')]).toEqual([second.status, second.text.replace(free, '')]);
  // The account that was there is as it was.
  expect((await person(ingress, taken)).email).toBe(taken);
  expect((await admin.request('GET', '/v1/caller')).status).toBe(200);
});

describe('somebody who took an address that is not theirs', () => {
  let squatter: Person;
  let holder: Person;
  beforeAll(async () => {
    await accept(await invitation(stranger, 'ceo@example.com'), 'what squatters chose');
    squatter = await person(ingress, 'ceo@example.com', 'what squatters chose');
  });

  test('does not keep the owner of the address from joining where the owner is invited', async () => {
    expect((await accept(await invitation(admin, 'CEO@example.com'), HOLDERS_PASSWORD)).status).toBe(201);
    holder = await person(ingress, 'ceo@example.com', HOLDERS_PASSWORD);
    const { organizationId } = (await admin.request('GET', '/v1/caller')).body;
    expect((await holder.request('GET', '/v1/caller')).body).toMatchObject({ organizationId, role: 'admin' });
  });

  test('is in no organization that invited the holder, and signs in to their own account only', async () => {
    const [own, theirs] = [
      (await squatter.request('GET', '/v1/caller')).body,
      (await holder.request('GET', '/v1/caller')).body,
    ];
    expect(own.id).not.toBe(theirs.id);
    expect(own.organizationId).not.toBe(theirs.organizationId);
    const set = await squatter.request('POST', '/api/auth/organization/set-active', {
      organizationId: theirs.organizationId,
    });
    expect(set.status).toBe(403);
    expect((await signIn(ingress, 'ceo@example.com', 'neither of the two')).status).toBe(401);
  });

  test('and removing the member by address removes only the account that is a member', async () => {
    const removed = await admin.request('POST', '/api/auth/organization/remove-member', {
      memberIdOrEmail: 'ceo@example.com',
    });
    expect(removed.status).toBe(200);
    expect((await holder.request('GET', '/v1/caller')).status).toBe(401);
    const still = await person(ingress, 'ceo@example.com', 'what squatters chose');
    expect((await still.request('GET', '/v1/caller')).status).toBe(200);
  });
});

test('who has an account joins with it by its password, as often as they are invited', async () => {
  const member = await invite(ingress, admin, 'twice@example.com');
  expect((await accept(await invitation(stranger, 'twice@example.com'), PASSWORD)).status).toBe(201);
  const { body } = await member.request('GET', '/api/auth/organization/list');
  expect(body.map((one: { name: string }) => one.name).sort()).toEqual(['First', 'Strangers']);
});

test('an organization has one member of an address', async () => {
  const [first, second] = [await invitation(admin, 'one@example.com'), await invitation(admin, 'One@example.com')];
  const answers = await Promise.all([accept(first, 'the first of two'), accept(second, 'the second of two')]);
  // A second invitation takes the place of the first one.
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 404]);
});

test('five accounts share an address at most, and the sixth is asked to use another one', async () => {
  const makers = [admin];
  for (let n = 0; n < 5; n += 1) {
    const maker = await person(ingress, 'admin@example.com');
    await maker.request('POST', '/api/auth/organization/create', { name: `O${n}`, slug: `o-${n}` });
    makers.push(maker);
  }
  const statuses: number[] = [];
  for (const [n, maker] of makers.entries())
    statuses.push((await accept(await invitation(maker, 'many@example.com'), `the password number ${n}`)).status);
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => 201), 409]);
  const last = await signIn(ingress, 'many@example.com', 'the password number 4');
  expect([last.status, cookiesOf(last)]).toEqual([200, expect.stringContaining('session_token')]);
});
