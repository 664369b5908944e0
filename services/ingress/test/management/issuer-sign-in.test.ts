import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openIssuerLab, query, type Ended, type IssuerLab } from './issuer-visits.ts';
import { firstAdmin, person, type Person } from './people.ts';

let lab: IssuerLab;
let admin: Person;

const ADA = { email: 'ada@example.com', email_verified: true, name: 'Ada' };

beforeAll(async () => {
  lab = await openIssuerLab({ OIDC_ORGANIZATION: 'first', OIDC_TIMEOUT_MS: '2000' });
  admin = await firstAdmin(lab.ingress);
});
afterAll(() => lab?.stop());
beforeEach(() => void lab.issuer.people.set('ada', ADA));
afterEach(() => {
  lab.issuer.gate = null;
  lab.issuer.changeTokens = null;
});

const account = async (ended: Ended) => (await ended.request('GET', '/v1/account')).body;
const caller = async (ended: Ended) => (await ended.request('GET', '/v1/caller')).body;

async function auditOf(userId: string): Promise<{ action: string; detail: object }[]> {
  const { body } = await admin.request('GET', '/v1/organization/audit-log?limit=100');
  return body.items.filter(({ actor }: { actor: { id: string } }) => actor.id === userId).reverse();
}

test('a new person joins the organization as a member, and returns to the page', async () => {
  const ended = await lab.visit('ada', { callbackURL: '/sessions?status=FAILED' });
  expect(ended).toMatchObject({ location: '/sessions?status=FAILED', error: null });
  const { id } = await account(ended);
  expect(await account(ended)).toMatchObject({ email: 'ada@example.com', name: 'Ada', emailVerified: true });
  expect(await caller(ended)).toMatchObject({ role: 'member' });
  expect(await auditOf(id)).toMatchObject([
    { action: 'member.join', detail: { way: 'oidc', role: 'member' } },
    { action: 'member.sign-in', detail: { way: 'oidc' } },
  ]);
  expect((await account(await lab.visit('ada'))).id).toBe(id);
});

test('the tokens of the issuer are not stored in clear', async () => {
  await lab.visit('ada');
  const rows = await query(lab.ingress, "SELECT * FROM accounts WHERE provider_id = 'oidc'");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('eyJ');
});

test('a confirmed address leads to the account that a member has already', async () => {
  lab.issuer.people.set('root', { email: 'Admin@Example.com', email_verified: true, name: 'Admin' });
  const ended = await lab.visit('root');
  expect(await caller(ended)).toMatchObject({ role: 'admin' });
  expect((await account(ended)).id).toBe((await admin.request('GET', '/v1/account')).body.id);
  await person(lab.ingress, 'admin@example.com');
});

test.each([
  ['denies it', { email_verified: false }],
  ['does not mention it', {}],
  ['denies it in a text', { email_verified: 'false' }],
])('an address that the issuer does not confirm (%s) leads to no account', async (what, claims) => {
  const login = `unconfirmed ${what}`;
  lab.issuer.people.set(login, { email: 'admin@example.com', name: 'Not the admin', ...claims });
  expect((await lab.visit(login)).location).toBe('/sign-in?error=address_taken');
});

describe('tokens', () => {
  const now = (): number => Math.floor(Date.now() / 1_000);

  test.each([
    ['without an ID token', () => undefined, 'no_id_token'],
    ['of another client', (c: object) => ({ ...c, aud: 'another' }), 'id_token_invalid'],
    ['of another issuer', (c: object) => ({ ...c, iss: 'https://issuer.example' }), 'id_token_invalid'],
    ['with another nonce', (c: object) => ({ ...c, nonce: 'another' }), 'id_token_invalid'],
    ['without a nonce', (c: object) => ({ ...c, nonce: undefined }), 'id_token_invalid'],
    ['for another party', (c: object) => ({ ...c, azp: 'another' }), 'id_token_invalid'],
    ['that expired 6 minutes ago', (c: object) => ({ ...c, exp: now() - 360 }), 'id_token_invalid'],
    ['that is valid in 6 minutes', (c: object) => ({ ...c, nbf: now() + 360 }), 'id_token_invalid'],
    ['without a subject', (c: object) => ({ ...c, sub: undefined }), 'id_token_invalid'],
  ])('%s are refused', async (_, change, error) => {
    lab.issuer.changeTokens = (body, signed) => {
      const isMissing = change({}) === undefined;
      return { ...body, id_token: isMissing ? undefined : signed(change as never) };
    };
    expect((await lab.visit('ada')).location).toBe(`/sign-in?error=${error}`);
  });

  test.each([
    ['behind', -300],
    ['ahead', 300],
  ])('of a clock that is 5 minutes %s are accepted', async (_, offset) => {
    lab.issuer.changeTokens = (body, signed) => ({
      ...body,
      id_token: signed((claims) => ({
        ...claims,
        iat: now() + offset,
        nbf: now() + offset,
        exp: now() + offset + 60,
      })),
    });
    expect((await lab.visit('ada')).error).toBeNull();
  });

  test('signed with another key, or changed afterwards, are refused', async () => {
    lab.issuer.changeTokens = (body) => {
      const [head, , signature] = String(body['id_token']).split('.');
      const claims = Buffer.from(JSON.stringify({ sub: 'root', aud: 'workflows' })).toString('base64url');
      return { ...body, id_token: `${head}.${claims}.${signature}` };
    };
    expect((await lab.visit('ada')).error).toBe('id_token_invalid');
    lab.issuer.changeTokens = (body) => {
      const claims = String(body['id_token']).split('.')[1];
      return { ...body, id_token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.` };
    };
    expect((await lab.visit('ada')).error).toBe('id_token_invalid');
  });

  test('of a rotated key are accepted immediately, also if it has the name of the former one', async () => {
    await lab.issuer.rotateKey('one');
    expect((await lab.visit('ada')).error).toBeNull();
    await lab.issuer.rotateKey('two');
    expect((await lab.visit('ada')).error).toBeNull();
    await lab.issuer.rotateKey('two');
    expect((await lab.visit('ada')).error).toBeNull();
  });
});

test('a state that is unknown or of another browser is refused', async () => {
  const wrong = await lab.visit('ada', { changeCallback: (url) => url.searchParams.set('state', 'wrong') });
  expect(wrong.location).toBe('/sign-in?error=state_mismatch');
  const none = await lab.visit('ada', { changeCallback: (url) => url.searchParams.delete('state') });
  expect(none.location).toBe('/sign-in?error=state_not_found');
});

test('what the issuer refuses is explained on the sign-in page', async () => {
  const denied = await lab.visit('ada', {
    changeCallback: (url) => {
      url.searchParams.delete('code');
      url.searchParams.set('error', 'access_denied');
    },
  });
  expect(denied.location).toBe('/sign-in?error=access_denied');
  const used = await lab.visit('ada', { changeCallback: (url) => url.searchParams.set('code', 'another') });
  expect(used.location).toBe('/sign-in?error=token_refused');
});

test('a slow issuer is given up on, and keeps nobody else waiting', async () => {
  let waiting = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (waiting = resolve));
  lab.issuer.gate = async (request) => {
    if (request.url !== '/token') return true;
    waiting();
    return false;
  };
  const slow = lab.visit('ada');
  await arrived;
  expect((await lab.ingress.request('GET', '/v1/setup')).status).toBe(200);
  await person(lab.ingress, 'admin@example.com');
  expect((await slow).location).toBe('/sign-in?error=unavailable');
});

test('an answer of the issuer that is larger than 1 MiB is not read', async () => {
  lab.issuer.changeTokens = (body) => ({ ...body, more: 'x'.repeat(1024 * 1024) });
  expect((await lab.visit('ada')).location).toBe('/sign-in?error=unavailable');
});

test('only a sign-in at the issuer can begin', async () => {
  for (const body of [
    { provider: 'google' },
    {},
    { provider: 'oidc', idToken: { token: 'x' } },
    { provider: 'oidc', scopes: ['all'] },
    { provider: 'oidc', additionalData: { link: { userId: 'x', email: 'x' } } },
  ])
    expect((await admin.request('POST', '/api/auth/sign-in/social', body)).status).toBe(400);
  for (const callbackURL of ['https://elsewhere.example/', '//elsewhere.example/'])
    await expect(lab.visit('ada', { callbackURL })).rejects.toThrow('403 Invalid callbackURL');
});

test('a new person does not join an organization that has as many members as it may have', async () => {
  await query(
    lab.ingress,
    `WITH made AS (
        INSERT INTO users (id, name, email, updated_at)
        SELECT gen_random_uuid(), 'Member', 'member' || n || '@example.com', now() FROM generate_series(1, 100) n
        RETURNING id
      )
      INSERT INTO members (id, organization_id, user_id, role)
      SELECT gen_random_uuid(), o.id, made.id, 'member' FROM made, organizations o WHERE o.slug = 'first'`,
  );
  lab.issuer.people.set('late', { email: 'late@example.com', email_verified: true, name: 'Late' });
  expect((await lab.visit('late')).location).toBe('/sign-in?error=organization_full');
});
