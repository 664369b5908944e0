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
