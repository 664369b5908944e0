import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const SETUP = {
  organizationName: 'First organization',
  name: 'Ada',
  email: 'first@example.com',
  password: 'a long password',
};

describeInBrowser('Signing in to the console', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole({});
  });
  afterAll(() => app?.stop());

  test('the first visit sets up the service and signs in the admin, and set-up is not offered again', async () => {
    const { page, context, complaints, leave } = await app.open({ as: null, path: '/' });
    expect(await seriousProblems(page, 'set-up')).toEqual([]);
    await page.getByLabel('Organization').fill(SETUP.organizationName);
    await page.getByLabel('Your name').fill(SETUP.name);
    await page.getByLabel('E-mail').fill(SETUP.email);
    await page.locator('input[name=password]').fill(SETUP.password);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('button', { name: /First organization/ }).waitFor();
    expect(complaints).toEqual([]);

    const cookies = await context.cookies();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

    const stranger = await app.open({ as: null, path: '/set-up' });
    await stranger.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await seriousProblems(stranger.page, 'sign-in')).toEqual([]);
    await Promise.all([leave(), stranger.leave()]);
  });

  test('signing in leads to the requested page and refuses a wrong password, and signing out ends access', async () => {
    const { page, context, leave } = await app.open({ as: null, path: '/sessions?status=FAILED' });
    await page.getByLabel('E-mail').fill(SETUP.email);
    await page.locator('input[name=password]').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('is wrong').waitFor();
    await page.locator('input[name=password]').fill(SETUP.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=FAILED');

    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark mode' }).click();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect((await context.request.get('/v1/workflows')).status()).toBe(401);
    await leave();
  });

  test('an invited person joins by the link, and the switcher changes between organizations', async () => {
    const admin = await app.open({ as: SETUP, path: '/settings/members' });
    await admin.page.getByLabel('E-mail').fill('grace@example.com');
    await admin.page.getByRole('button', { name: 'Invite' }).click();
    await admin.page.getByRole('button', { name: 'Copy the link for grace@example.com' }).waitFor();
    const invitations = (await (await admin.context.request.get('/api/auth/organization/list-invitations')).json()) as {
      id: string;
      email: string;
    }[];
    const id = invitations.find((invitation) => invitation.email === 'grace@example.com')?.id;

    const { page, context, leave } = await app.open({ as: null, path: `/invitations/${id}` });
    await page.getByRole('heading', { name: 'Join First organization' }).waitFor();
    expect(await seriousProblems(page, 'invitation')).toEqual([]);
    await page.getByLabel('Your name').fill('Grace');
    await page.locator('input[name=password]').fill('a password of hers');
    await page.getByRole('button', { name: 'Join', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

    const made = await context.request.post('/api/auth/organization/create', {
      data: { name: 'Second organization', slug: 'second' },
      headers: { origin: app.baseUrl },
    });
    expect(made.status()).toBe(200);
    await page.reload();
    await page.getByRole('button', { name: /^Organization: / }).click();
    await page.getByRole('menuitem', { name: 'First organization' }).click();
    await page.getByRole('button', { name: /Organization: First organization/ }).waitFor();
    await Promise.all([leave(), admin.leave()]);
  });
});
