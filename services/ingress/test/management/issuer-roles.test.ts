import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { Client } from 'pg';
import { openIssuerLab, query, type IssuerLab } from './issuer-visits.ts';
import { firstAdmin, PASSWORD, person, signIn, type Person } from './people.ts';

describe('roles of the issuer', () => {
  let lab: IssuerLab;
  let admin: Person;
  beforeAll(async () => {
    lab = await openIssuerLab({
      OIDC_ORGANIZATION: 'first',
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_ADMIN_VALUES: 'flow-admins, owners',
      OIDC_MEMBER_VALUES: 'staff',
    });
    admin = await firstAdmin(lab.ingress);
  });
  afterAll(() => lab?.stop());

  const withRoles = (login: string, roles: unknown) =>
    lab.issuer.people.set(login, {
      email: `${login}@example.com`,
      email_verified: true,
      name: login,
      realm_access: { roles },
    });
  const roleOf = async (login: string) => {
    const ended = await lab.visit(login);
    return ended.error ?? (await ended.request('GET', '/v1/caller')).body.role;
  };

  test('are read at every sign-in', async () => {
    withRoles('eve', ['staff', 'other']);
    expect(await roleOf('eve')).toBe('member');
    withRoles('eve', ['staff', 'owners']);
    expect(await roleOf('eve')).toBe('admin');
    withRoles('eve', ['staff']);
    expect(await roleOf('eve')).toBe('member');
  });

  test.each([[[]], [['visitor']], ['staffing'], [null], [{ staff: true }]])('%j are none: refused', async (roles) => {
    withRoles('mallory', roles);
    expect(await roleOf('mallory')).toBe('no_role');
  });

  test('that are taken away end the sign-ins of the person at the next one', async () => {
    withRoles('bob', ['staff']);
    const before = await lab.visit('bob');
    expect((await before.request('GET', '/v1/caller')).status).toBe(200);
    withRoles('bob', ['former']);
    expect((await lab.visit('bob')).location).toBe('/sign-in?error=no_role');
    expect((await before.request('GET', '/v1/caller')).status).toBe(401);
  });

  test('a second factor is the business of the issuer', async () => {
    withRoles('carol', ['staff']);
    const ended = await lab.visit('carol');
    expect((await admin.request('PUT', '/v1/organization/security', { requireSecondFactor: true })).status).toBe(200);
    expect((await ended.request('GET', '/v1/caller')).status).toBe(200);
    expect((await admin.request('GET', '/v1/caller')).status).toBe(403);
  });
});

const WAITS_FOR_LOCK = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('the last admin', () => {
  let lab: IssuerLab;
  let admin: Person;
  beforeEach(async () => {
    lab = await openIssuerLab({
      OIDC_ORGANIZATION: 'first',
      OIDC_ROLE_CLAIM: 'realm_access.roles',
      OIDC_ADMIN_VALUES: 'owner',
      OIDC_MEMBER_VALUES: 'staff',
    });
    admin = await firstAdmin(lab.ingress);
  });
  afterEach(() => lab?.stop());

  const withRole = (login: string, role: string) =>
    lab.issuer.people.set(login, {
      email: `${login}@example.com`,
      email_verified: true,
      name: login,
      realm_access: { roles: [role] },
    });
  const visit = async (login: string, role: string) => {
    withRole(login, role);
    const ended = await lab.visit(login);
    return (await ended.request('GET', '/v1/caller')).body.role;
  };

  test('remains admin whatever the issuer names, and the audit log shows it', async () => {
    expect(await visit('admin', 'staff')).toBe('admin');
    const { body } = await admin.request('GET', '/v1/organization/audit-log?limit=100');
    expect(body.items.slice(0, 2)).toMatchObject([
      { action: 'member.sign-in', detail: { role: 'admin' } },
      { action: 'member.update-refused', detail: { email: 'admin@example.com', role: 'member', way: 'oidc' } },
    ]);
    expect(await visit('other', 'owner')).toBe('admin');
    expect(await visit('admin', 'staff')).toBe('member');
    expect(await visit('other', 'staff')).toBe('admin');
  });

  test('is the one who signs in later when two lose the role at the same time', async () => {
    expect(await visit('other', 'owner')).toBe('admin');
    const other = new Client({ connectionString: lab.ingress.databaseUrl, application_name: 'test-harness' });
    await other.connect();
    try {
      await other.query(`BEGIN; UPDATE members m SET role = 'member' FROM users u
        WHERE u.id = m.user_id AND u.email = 'other@example.com'`);
      const signedIn = visit('admin', 'staff');
      await waitFor(async () => (await query(lab.ingress, WAITS_FOR_LOCK)).length > 0);
      await other.query('COMMIT');
      expect(await signedIn).toBe('admin');
    } finally {
      await other.end();
    }
  });
});

describe('without an organization for new people', () => {
  let lab: IssuerLab;
  let admin: Person;
  beforeAll(async () => {
    lab = await openIssuerLab();
    admin = await firstAdmin(lab.ingress);
  });
  afterAll(() => lab?.stop());

  const known = (login: string, more: object = {}) =>
    lab.issuer.people.set(login, { email: `${login}@example.com`, email_verified: true, name: login, ...more });
  const invited = async (email: string) =>
    (await admin.request('POST', '/api/auth/organization/invite-member', { email, role: 'admin' })).body.id as string;

  test('nobody signs in without an account or an invitation', async () => {
    known('nobody');
    expect((await lab.visit('nobody')).location).toBe('/sign-in?error=no_account');
  });

  test('a confirmed address accepts its invitation, from the sign-in page or from the link', async () => {
    known('dora');
    await invited('dora@example.com');
    const dora = await lab.visit('dora');
    expect((await dora.request('GET', '/v1/caller')).body).toMatchObject({ role: 'admin', name: 'dora@example.com' });
    known('erik', { email_verified: false });
    const invitationId = await invited('erik@example.com');
    expect((await lab.visit('erik')).error).toBe('no_account');
    const erik = await lab.visit('erik', { invitationId });
    expect((await erik.request('GET', '/v1/caller')).body).toMatchObject({ role: 'admin' });
    expect((await lab.visit('erik', { invitationId })).error).toBe('invitation_unusable');
  });

  test('an invitation of another address is not accepted', async () => {
    known('fred');
    const invitationId = await invited('somebody@example.com');
    expect((await lab.visit('fred', { invitationId })).error).toBe('invitation_unusable');
  });

  test('the password of an account that nothing proved does not open what its owner joins later', async () => {
    // A stranger made an account of the address, in an organization of theirs.
    const { people } = lab.ingress.context.store.management;
    const elsewhere = await invited('gina@example.com');
    const hash = (await import('./known-password.ts')).PASSWORD_HASH;
    const joined = await people.joinByInvitation(elsewhere, { name: 'Stranger', passwordHash: hash });
    expect(joined.kind).toBe('joined');
    const stranger = await person(lab.ingress, 'gina@example.com', PASSWORD);
    known('gina');
    const gina = await lab.visit('gina');
    expect((await gina.request('GET', '/v1/account')).body.id).toBe(
      (await stranger.request('GET', '/v1/account')).body.id,
    );
    const made = await gina.request('POST', '/api/auth/organization/create', { name: 'Ginas', slug: 'ginas' });
    expect(made.status).toBe(200);
    expect((await stranger.request('GET', '/v1/account')).status).toBe(401);
    expect((await signIn(lab.ingress, 'gina@example.com')).status).toBe(401);
    expect((await gina.request('GET', '/v1/account')).status).toBe(200);
  });
});
