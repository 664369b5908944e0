import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('An outage', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  /** Answers requests of the API with a failure until the returned function is called. */
  async function fail(page: Page, path: string, status: number | null): Promise<() => Promise<void>> {
    await page.route(path, (route) =>
      status === null ? route.abort() : route.fulfill({ status, json: { message: 'Sorry', errorId: 'an-error-id' } }),
    );
    return () => page.unroute(path);
  }

  test.each([
    [500, 'Its database or another part may not be available.'],
    [503, 'The service is not available now.'],
    [null, 'The server could not be reached.'],
  ])('with the status %p is shown on the list of sessions, and ends with another try', async (status, reason) => {
    const { page, context, leave } = await app.open();
    await startRun(context, await makeWorkflow(context, `Survives ${status}`));
    await page.goto('/workflows');
    const mend = await fail(page, '**/v1/sessions?*', status);
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    const notice = page.getByRole('main').getByRole('alert').filter({ hasText: 'Cannot read from the server' });
    await notice.getByText(reason).waitFor();
    expect(await seriousProblems(page, 'an outage')).toEqual([]);
    await mend();
    await notice.getByRole('button', { name: 'Try again now' }).click();
    await page
      .getByRole('row')
      .filter({ hasText: `Survives ${status}` })
      .waitFor();
    await notice.waitFor({ state: 'detached' });
    await leave();
  });

  test('is shown before the sign-in, on an invitation, and where a change failed', async () => {
    const visit = await app.open({ as: null });
    await visit.page.goto('/sign-in');
    await visit.page.getByLabel('E-mail').fill('ada@example.com');
    await visit.page.getByRole('textbox', { name: 'Password' }).fill('a password');
    const mendSignIn = await fail(visit.page, '**/api/auth/sign-in/email', null);
    await visit.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await visit.page.getByRole('alert').getByText('The server could not be reached.').waitFor();
    await mendSignIn();

    const mend = await fail(visit.page, '**/v1/invitations/*', null);
    await visit.page.goto(`/invitations/${randomUUID()}`);
    await visit.page.getByRole('heading', { name: 'Cannot read from the server' }).waitFor();
    await mend();
    await visit.page.getByRole('button', { name: 'Try again' }).click();
    await visit.page.getByRole('heading', { name: 'Invitation not found' }).waitFor();
    await visit.leave();

    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Cannot be paused');
    await page.goto(`/workflows/${id}/activity`);
    await fail(page, '**/pause', null);
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('The server could not be reached. Check your connection.').waitFor();
    await leave();
  });

  test('of an app or a table ends with another try', async () => {
    const { page, leave } = await app.open();
    for (const [path, request, after] of [
      [`/apps/${randomUUID()}`, '**/v1/organization/apps/*', 'App not found'],
      ['/tables/Prices', '**/v1/organization/tables/Prices', 'Table not found'],
    ] as const) {
      const mend = await fail(page, request, null);
      await page.goto(path);
      const retry = page.getByRole('button', { name: 'Try again', exact: true });
      await retry.waitFor();
      await mend();
      await retry.click();
      await page.getByRole('heading', { name: after }).waitFor();
    }
    await leave();
  });

  test('of all executors is shown on a session that waits for one, and on top of the overview', async () => {
    const { page, context, leave } = await app.open();
    const id = await startRun(context, await makeWorkflow(context, 'Waits for an executor'));
    const waiting = { status: 'QUEUED', waitingFor: 'executor', startedAt: null, finishedAt: null, output: null };
    await page.route(`**/v1/sessions/${id}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...waiting } });
    });
    // The events would report that the session has ended.
    await page.route(`**/v1/sessions/${id}/events`, (route) => route.abort());
    await page.route('**/v1/overview?*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), executors: [] } });
    });
    await page.goto(`/sessions/${id}`);
    await page.getByRole('status').filter({ hasText: 'No executor is running' }).waitFor();
    await page.getByRole('link', { name: 'Show the load' }).click();
    await page.getByRole('alert').filter({ hasText: 'No executor is running' }).waitFor();
    expect(await seriousProblems(page, 'no executor')).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await leave();
  });
});
