import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { connectAndSignIn, ProgramThatSignsIn } from '../../services/ingress/test/mcp-sign-in.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Connected applications', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    const port = await freePort();
    app = await startConsole({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
  });
  afterAll(() => app?.stop());

  test('are listed in the settings, and one is revoked by keyboard', async () => {
    const { page, complaints, leave } = await app.open({ path: '/settings/applications' });
    await page.getByRole('heading', { name: 'No connected applications' }).waitFor();
    await page.getByText(`${app.baseUrl}/mcp`).waitFor();

    const program = new ProgramThatSignsIn();
    const client = await connectAndSignIn('of the current major', app.baseUrl, program, async (authorizationUrl) => {
      await page.goto(authorizationUrl.href);
      const back = page.waitForRequest((request) => request.url().startsWith(program.redirectUrl));
      await page.getByRole('button', { name: 'Allow' }).click();
      return new URL((await back).url());
    });
    expect((await client.listTools()).tools).not.toEqual([]);

    await page.goto('/settings/applications');
    const row = page.getByRole('row', { name: /Assistant/ });
    await row.getByText('127.0.0.1:9, since').waitFor();
    await row.getByText('You', { exact: true }).waitFor();
    expect(await seriousProblems(page, 'connected applications')).toEqual([]);
    await row.getByRole('button', { name: `Revoke Assistant of ${ADMIN.email}` }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Revoke this application?' });
    await dialog.getByText(`of ${ADMIN.email} is signed out immediately`).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row.getByRole('button').click();
    await dialog.getByRole('button', { name: 'Revoke' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Application revoked').waitFor();
    await page.getByRole('heading', { name: 'No connected applications' }).waitFor();
    await expect(client.listTools()).rejects.toThrow();
    await client.close();
    expect(complaints).toEqual([]);
    await leave();
  });
});
