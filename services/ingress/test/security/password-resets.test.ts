import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { totpCode, waitFor } from '@workflow/test-harness';
import { firstAdmin, invite, PASSWORD, person, signIn, type Person } from '../management/people.ts';
import { startTestIngress, type TestAnswer, type TestIngress } from '../start-test-ingress.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';

const BY_PASSWORD = { acceptsPasswords: true, oidcLabel: null };

const json = { 'content-type': 'application/json' };
const NEW_PASSWORD = 'chosen after forgetting';

let ingress: TestIngress;
let mailbox: Mailbox;
let admin: Person;

beforeAll(async () => {
  mailbox = await openMailbox();
  const mail = { url: mailbox.url, from: 'Workflows <workflows@example.com>', timeoutMs: 5_000 };
  ingress = await startTestIngress({ config: { auth: { mail } } });
  admin = await firstAdmin(ingress);
});

afterAll(async () => {
  await ingress?.stop();
  await mailbox?.stop();
});

async function memberIdOf(email: string): Promise<string> {
  const { body } = await admin.request('GET', '/api/auth/organization/list-members');
  return body.members.find((one: { user: { email: string } }) => one.user.email === email).id;
}

const makeLink = async (email: string, body?: object, by = admin): Promise<TestAnswer> =>
  by.request('POST', `/v1/organization/members/${await memberIdOf(email)}/password-reset`, body);

const complete = (url: string, password = NEW_PASSWORD): Promise<TestAnswer> =>
  ingress.request('POST', '/v1/password-resets/complete', {
    body: { token: url.split('#')[1], password },
    headers: json,
  });

const ask = (email: string): Promise<TestAnswer> =>
  ingress.request('POST', '/v1/password-resets', { body: { email }, headers: json });

const linksIn = (text: string): string[] => text.match(/http\S+\/reset-password#\S+/g) ?? [];

describe('a reset that an admin starts', () => {
  test('is a link that works once, for an hour, and ends every sign-in', async () => {
    const member = await invite(ingress, admin, 'forgot@example.com');
    const link = await makeLink('forgot@example.com');
    expect([link.status, link.body.email]).toEqual([201, 'forgot@example.com']);
    expect(link.body.url).toMatch(new RegExp(`^${ingress.context.config.publicUrl}/reset-password#[\\w-]{43}$`));
    expect(new Date(link.body.expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000);
    expect((await member.request('GET', '/v1/caller')).status).toBe(200);

    const refused = await complete(link.body.url, 'password1');
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^password is on the list/)]);
    const answers = await Promise.all([complete(link.body.url), complete(link.body.url)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect((await complete(link.body.url)).body.message).toMatch(/^token is of no open reset link/);
    expect((await member.request('GET', '/v1/caller')).status).toBe(401);
    expect((await signIn(ingress, 'forgot@example.com')).status).toBe(401);
    const again = await person(ingress, 'forgot@example.com', NEW_PASSWORD);
    // The admin passed on the link, which does not prove that the person owns the address.
    expect((await again.request('GET', '/v1/account')).body.emailVerified).toBe(false);
  });

  test('replaces the link before it, and is in no log line', async () => {
    await invite(ingress, admin, 'twice@example.com');
    const [first, second] = [await makeLink('twice@example.com'), await makeLink('twice@example.com')];
    expect((await complete(first.body.url)).status).toBe(400);
    expect((await complete(second.body.url)).status).toBe(200);
    expect(ingress.log.join('\n')).not.toContain(second.body.url.split('#')[1]);
    const { body } = await admin.request('GET', '/v1/organization/audit-log');
    const actions = body.items.map((entry: { action: string }) => entry.action);
    expect(actions).toEqual(expect.arrayContaining(['member.password-reset', 'member.password-set']));
  });

  test('expires', async () => {
    await invite(ingress, admin, 'late@example.com');
    const { people } = ingress.context.store.management;
    const tokenHash = new Uint8Array(32);
    const [account] = await people.findAccountsToMail('late@example.com');
    await people.makeMailedReset(account?.userId ?? '', { tokenHash, lifetimeMs: 0 });
    expect(await people.findPasswordReset(tokenHash)).toBeNull();
    expect(await people.completePasswordReset(tokenHash, 'any')).toBe(false);
  });

  test('is for admins of the organization alone, and for no key', async () => {
    const member = await invite(ingress, admin, 'member@example.com');
    expect((await makeLink('admin@example.com', {}, member)).status).toBe(403);
    const { body: key } = await admin.request('POST', '/v1/organization/api-keys', { name: 'k', scopes: ['manage'] });
    const path = `/v1/organization/members/${await memberIdOf('member@example.com')}/password-reset`;
    expect((await ingress.request('POST', path, { headers: { 'x-api-key': key.key } })).status).toBe(403);
    await member.request('POST', '/api/auth/organization/create', { name: 'Own', slug: 'own' });
    const adminsId = await memberIdOf('admin@example.com');
    expect((await member.request('POST', `/v1/organization/members/${adminsId}/password-reset`)).status).toBe(404);
  });

  test('opens no other organization: not of a member of several, nor of one who joined another later', async () => {
    const member = await invite(ingress, admin, 'several@example.com');
    const early = await makeLink('several@example.com');
    await member.request('POST', '/api/auth/organization/create', { name: 'Second', slug: 'second' });
    const refused = await makeLink('several@example.com');
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/in other organizations too/)]);
    expect((await complete(early.body.url)).status).toBe(400);
    expect((await signIn(ingress, 'several@example.com')).status).toBe(200);
  });

  test('removes the second factor only where the admin asks for it', async () => {
    const member = await invite(ingress, admin, 'lost@example.com');
    const { body } = await member.request('POST', '/api/auth/two-factor/enable', { password: PASSWORD });
    await member.request('POST', '/api/auth/two-factor/verify-totp', { code: totpCode(body.totpURI) });
    await complete((await makeLink('lost@example.com')).body.url);
    expect((await signIn(ingress, 'lost@example.com', NEW_PASSWORD)).body).toHaveProperty('twoFactorRedirect', true);
    await complete((await makeLink('lost@example.com', { removeSecondFactor: true })).body.url);
    const free = await person(ingress, 'lost@example.com', NEW_PASSWORD);
    expect((await free.request('GET', '/v1/account')).body.hasSecondFactor).toBe(false);
  });
});

describe('a reset by mail', () => {
  test('sends a link to the address, which then counts as proven', async () => {
    await invite(ingress, admin, 'mailed@example.com');
    const answer = await ask('Mailed@Example.com');
    expect([answer.status, answer.text]).toEqual([202, '']);
    const text = await mailbox.take('mailed@example.com');
    expect(text).toContain('Your account in First');
    const links = linksIn(text);
    expect(links).toHaveLength(1);
    expect((await complete(links[0] ?? '')).status).toBe(200);
    const again = await person(ingress, 'mailed@example.com', NEW_PASSWORD);
    expect((await again.request('GET', '/v1/account')).body.emailVerified).toBe(true);
    expect(ingress.log.join('\n')).not.toContain((links[0] ?? '').split('#')[1]);
  });

  test('answers the same for an address without an account, to which nothing is sent', async () => {
    const answer = await ask('nobody@example.com');
    expect([answer.status, answer.text]).toEqual([202, '']);
    await ask('admin@example.com');
    await mailbox.take('admin@example.com');
    expect(mailbox.mails.filter((mail) => mail.to.includes('nobody@example.com'))).toEqual([]);
  });

  test('has a link for each account of the address, and does not end an admin’s link', async () => {
    const owner = await person(ingress, 'admin@example.com');
    await invite(ingress, admin, 'shared@example.com');
    await owner.request('POST', '/api/auth/organization/create', { name: 'Other <b>http://x.example', slug: 'other' });
    const { body: made } = await owner.request('POST', '/api/auth/organization/invite-member', {
      email: 'shared@example.com',
      role: 'member',
    });
    const other = { name: 'Other', password: 'another account of it' };
    await ingress.request('POST', `/v1/invitations/${made.id}/accept`, { body: other, headers: json });
    const byAdmin = await makeLink('shared@example.com');
    await ask('shared@example.com');
    const text = await mailbox.take('shared@example.com');
    expect(linksIn(text)).toHaveLength(2);
    expect(text).not.toContain('x.example');
    expect((await complete(byAdmin.body.url)).status).toBe(200);
  });

  test('is sent three times an hour at most, and names no further recipient', async () => {
    await invite(ingress, admin, 'flooded@example.com');
    for (let n = 0; n < 6; n += 1) expect((await ask('flooded@example.com')).status).toBe(202);
    for (let n = 0; n < 3; n += 1) await mailbox.take('flooded@example.com');
    await ask('admin@example.com');
    await mailbox.take('admin@example.com');
    expect(mailbox.mails.filter((mail) => mail.to.includes('flooded@example.com'))).toHaveLength(3);
    for (const email of ['a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com', '<b@example.com>'])
      expect((await ask(email)).status).toBe(400);
  });

  test('is offered only where the service sends mail', async () => {
    expect((await ingress.request('GET', '/v1/setup')).body).toEqual({
      needed: false,
      sendsMail: true,
      ...BY_PASSWORD,
    });
    const without = await startTestIngress();
    try {
      expect((await without.request('GET', '/v1/setup')).body).toEqual({
        needed: true,
        sendsMail: false,
        ...BY_PASSWORD,
      });
      const answer = await without.request('POST', '/v1/password-resets', {
        body: { email: 'a@b.example' },
        headers: json,
      });
      expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/^This service sends no mail/)]);
    } finally {
      await without.stop();
    }
  });

  test('answers as ever while the mail server is away, and the log reports it without the link', async () => {
    const mail = { url: 'smtp://user:smtp-password-1@127.0.0.1:1', from: 'w@example.com', timeoutMs: 500 };
    const away = await startTestIngress({ config: { auth: { mail } } });
    try {
      await firstAdmin(away);
      const answer = await away.request('POST', '/v1/password-resets', {
        body: { email: 'admin@example.com' },
        headers: json,
      });
      expect(answer.status).toBe(202);
      await waitFor(() => away.log.some((line) => line.includes('Could not send a mail')));
      expect(away.log.join('\n')).not.toMatch(/smtp-password-1|reset-password#/);
    } finally {
      await away.stop();
    }
  });
});
