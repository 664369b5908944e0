import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/local-stack';
import { OAUTH_CLIENT, startAuthorizationServer, type AuthorizationServer } from '@workflow/test-harness';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';
import { chain, makeWorkflow } from './console-data.ts';

describeInBrowser('OAuth credentials', () => {
  let app: ConsoleSystem;
  let server: AuthorizationServer;
  beforeAll(async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    server = await startAuthorizationServer({ redirectUri: `${publicUrl}/credentials/callback` });
    app = await startConsole({
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
  });
  afterAll(async () => {
    await app?.stop();
    await server?.stop();
  });

  /** Signs in and consents on the authorization server's own pages, with any name. */
  async function consent(page: Page): Promise<void> {
    await page.getByPlaceholder('Enter any login').fill('somebody');
    await page.getByPlaceholder('and password').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('a new user creates one, consents, uses it, and signs in again when the server ended it', async () => {
    const { page, context, complaints } = await app.open({ path: '/settings/credentials' });
    await page.getByRole('button', { name: 'New credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'New credential' });
    await dialog.getByLabel('Type').selectOption('OAuth 2');
    await dialog.getByLabel('Name').fill('Billing');
    await dialog.getByText(`${app.baseUrl}/credentials/callback`).waitFor();
    await dialog.getByLabel('Authorization URL').fill(server.authorizationUrl);
    await dialog.getByLabel('Token URL').fill('http://auth.example.com/token');
    await dialog.getByLabel('Client ID').fill(OAUTH_CLIENT.clientId);
    await dialog.locator('input[type=password]').fill(OAUTH_CLIENT.clientSecret);
    await dialog.getByLabel('Scopes').fill('api');
    await dialog.getByLabel('Scopes').press('Enter');
    await dialog.getByLabel('Hosts').fill('127.0.0.1');
    await dialog.getByLabel('Hosts').press('Enter');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('Must begin with https').waitFor();
    await dialog.getByLabel('Token URL').fill(server.tokenUrl);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('No one has signed in yet.').waitFor();

    await page.getByRole('button', { name: 'Sign in to Billing' }).click();
    await consent(page);
    await page.getByRole('status').getByText('Workflows can use it from now on.').waitFor();
    const { items } = (await (await context.request.get('/v1/organization/credentials')).json()) as {
      items: { id: string; status: string }[];
    };
    expect(items).toEqual([expect.objectContaining({ status: 'ready' })]);
    const { id } = items[0]!;

    // The server revokes the consent, and the token becomes invalid.
    const config = { method: 'GET', url: `${server.url}/.well-known/openid-configuration`, credential: id };
    const call = { type: 'http-request', name: 'Ask', config };
    const workflow = await makeWorkflow(context, 'Bills', chain(call), true);
    await server.revoke(server.log[0]!.body.refresh_token!);
    const client = new Client({ connectionString: app.system.databaseUrl, application_name: 'test-harness' });
    await client.connect();
    await client.query("UPDATE credential_grants SET expires_at = now() - interval '1 second'");
    await client.end();
    const run = { workflowId: workflow.id, componentId: workflow.inputId, placeholderValues: {} };
    const origin = app.baseUrl;
    const headers = { prefer: 'wait=30', origin };
    const answer = await context.request.post('/v1/workflow/run', { data: run, headers });
    const { sessionId } = (await answer.json()) as { sessionId: string };
    await page.goto(`/sessions/${sessionId}`);
    await page.getByText('Sign-in needed').first().waitFor();
    await page.getByRole('button', { name: 'Sign in to Billing' }).first().click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('1 session failed because nobody was signed in.').waitFor();
    await page.getByRole('button', { name: 'Retry them' }).click();
    await page.getByText('1 session will be retried from the failed step.').waitFor();
    await page.goto(`/sessions/${sessionId}`);
    await page.getByText('Succeeded').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
