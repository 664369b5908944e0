import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/local-stack';
import { OIDC_CLIENT, startIdentityProvider, type IdentityProvider } from '@workflow/test-harness';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('sign-in at an identity provider', () => {
  let app: ConsoleSystem;
  let issuer: IdentityProvider;
  beforeAll(async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    issuer = await startIdentityProvider({ redirectUri: `${publicUrl}/api/auth/callback/oidc` });
    app = await startConsole({
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: OIDC_CLIENT.clientId,
      OIDC_CLIENT_SECRET: OIDC_CLIENT.clientSecret,
      OIDC_LABEL: 'Sign in with Acme',
      OIDC_ORGANIZATION: 'acme',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ADMIN_VALUES: 'admins',
      OIDC_MEMBER_VALUES: 'staff',
      OIDC_ONLY: 'true',
      ADMIN_EMAIL: 'root@example.com',
      ADMIN_ORGANIZATION: 'Acme',
    });
  });
  afterAll(async () => {
    await app?.stop();
    await issuer?.stop();
  });

  /** Signs in on the provider's own pages. */
  async function signIn(page: Page, login: string): Promise<void> {
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByPlaceholder('Enter any login').fill(login);
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
  }

  test('a person signs in, returns to the page, and signs out here and there', async () => {
    issuer.people.set('ada', { email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['staff'] });
    const { page, complaints } = await app.open({ as: null, path: '/schedules' });
    await page.getByRole('button', { name: 'Sign in with Acme' }).waitFor();
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await page.getByLabel('E-mail').count()).toBe(0);
    await signIn(page, 'ada');
    await page.waitForURL('**/schedules');
    await page.getByRole('heading', { name: 'Schedules', exact: true }).waitFor();
    expect(complaints).toEqual([]);

    await page.goto(`${app.baseUrl}/`);
    await page.getByRole('button', { name: 'Ada' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${issuer.url}/session/end**`);
    await page.goto(`${app.baseUrl}/`);
    await page.waitForURL('**/sign-in**');
  });

  test('the page explains why a person without a role is refused', async () => {
    issuer.people.set('eve', { email: 'eve@example.com', email_verified: true, name: 'Eve', groups: ['guests'] });
    const { page } = await app.open({ as: null, path: '/sign-in' });
    await signIn(page, 'eve');
    await page.getByRole('alert').getByText('has no role that may use this service').waitFor();
  });
});
