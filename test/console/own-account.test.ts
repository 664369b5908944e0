import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { totpCode } from '@workflow/test-harness';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { inviteMember, MEMBER } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

const NEW_PASSWORD = 'what I chose afterwards';

describeInBrowser('The own account', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
    await inviteMember(app);
  });
  afterAll(() => app?.stop());

  const password = (page: Page, name = 'password') => page.locator(`input[name=${name}]`);

  async function signIn(page: Page, email: string, secret: string): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await password(page).fill(secret);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Completes the set-up of a second factor, which is on the page. */
  async function setUpFactor(page: Page, secret: string): Promise<{ uri: string; backupCodes: string[] }> {
    await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Set up an authenticator app' }) });
    await form.locator('input[name=password]').fill(secret);
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const key = (await page.locator('form code').innerText()).trim();
    const uri = `otpauth://totp/x?secret=${key}`;
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri));
    expect(await seriousProblems(page, 'second factor')).toEqual([]);
    await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const backupCodes = (await page.getByLabel('Backup codes', { exact: true }).innerText()).split('\n');
    await page.getByRole('button', { name: 'Done' }).click();
    return { uri, backupCodes };
  }

  test('the sign-in page shows its purpose, and links to documentation, status and a forgotten password', async () => {
    const { page, leave } = await app.open({ as: null, path: '/sign-in' });
    await page.getByText(`Workflow automation at ${new URL(app.baseUrl).host}`).waitFor();
    expect(await page.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/docs');
    expect(await page.getByRole('link', { name: 'Status' }).getAttribute('href')).toBe('/readyz');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByText('Ask an admin for a reset link').waitFor();
    expect(await seriousProblems(page, 'forgot password')).toEqual([]);
    await leave();
  });

  test('a person changes their password, and sees and ends where they are signed in', async () => {
    const elsewhere = await app.open({ as: MEMBER });
    const third = await app.open({ as: MEMBER });
    const { page, context, complaints } = await app.open({ as: MEMBER, path: '/' });
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
    await page.getByText('This browser').waitFor();
    expect(await seriousProblems(page, 'account')).toEqual([]);
    const buttons = page.getByRole('button', { name: /^Sign out Chrome/ });
    const before = await buttons.count();
    await buttons.first().click();
    await page.waitForFunction((n) => document.querySelectorAll('[aria-label^="Sign out Chrome"]').length < n, before);
    expect((await third.context.request.get('/v1/caller')).status()).toBe(401);

    await password(page, 'currentPassword').fill(MEMBER.password);
    await password(page, 'newPassword').fill('password1');
    await password(page, 'repeated').fill('password2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The two new passwords differ.').waitFor();
    await password(page, 'repeated').fill('password1');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('is on the list of common and leaked passwords').waitFor();
    await password(page, 'newPassword').fill(NEW_PASSWORD);
    await password(page, 'repeated').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    expect((await elsewhere.context.request.get('/v1/caller')).status()).toBe(401);
    expect((await context.request.get('/v1/caller')).status()).toBe(200);
    expect(complaints).toEqual([]);
    await Promise.all([context.close(), elsewhere.context.close(), third.context.close()]);
  });

  test('an admin makes a reset link, and the member sets a password with it', async () => {
    const admin = await app.open({ path: '/settings/members' });
    await admin.page.getByRole('button', { name: `Reset the password of ${MEMBER.email}` }).click();
    await admin.page.getByRole('button', { name: 'Create the link' }).click();
    const url = await admin.page.getByRole('textbox', { name: 'Reset link' }).inputValue();
    await admin.leave();

    const { page, leave } = await app.open({ as: null, path: new URL(url).pathname + new URL(url).hash });
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    expect(page.url()).not.toContain('#');
    expect(await seriousProblems(page, 'reset password')).toEqual([]);
    await password(page).fill(MEMBER.password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText(`Sign in as ${MEMBER.email}`).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, MEMBER.email, MEMBER.password);
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await leave();
  });

  test('an organization requires a second factor: members are led to set it up, and sign in with it', async () => {
    const admin = await app.open({ path: '/settings/security' });
    await admin.page.getByRole('switch', { name: 'Require a second factor' }).waitFor();
    expect(await seriousProblems(admin.page, 'security settings')).toEqual([]);
    await admin.page.getByRole('switch', { name: 'Require a second factor' }).click();
    // The admin has no second factor either.
    await admin.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await setUpFactor(admin.page, ADMIN.password);
    await admin.page.getByRole('heading', { name: 'Organization settings' }).waitFor();
    await admin.leave();

    const { page, complaints, leave } = await app.open({ as: MEMBER, path: '/workflows' });
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    const { uri, backupCodes } = await setUpFactor(page, MEMBER.password);
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await leave();

    const again = await app.open({ as: null, path: '/workflows' });
    await signIn(again.page, MEMBER.email, MEMBER.password);
    await again.page.getByRole('heading', { name: 'Second factor' }).waitFor();
    expect(await seriousProblems(again.page, 'second step')).toEqual([]);
    await again.page.getByRole('button', { name: 'Use a backup code' }).click();
    await again.page.getByRole('textbox', { name: 'Backup code' }).fill('wrong-code');
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.getByRole('alert').waitFor();
    await again.page.getByRole('textbox', { name: 'Backup code' }).fill(backupCodes[0] ?? '');
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
    await again.page.goto('/account');
    await again.page.getByText('Your second factor is').waitFor();
    await again.leave();

    const third = await app.open({ as: null, path: '/workflows' });
    await signIn(third.page, MEMBER.email, MEMBER.password);
    // Each code works once, and the current one may have been used to turn the factor on.
    await third.page.getByRole('textbox', { name: 'Code' }).fill(totpCode(uri, 1));
    await third.page.getByRole('button', { name: 'Sign in' }).click();
    await third.page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
    await third.leave();
  });
});
