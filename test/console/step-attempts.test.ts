import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** Nothing listens at this address, so the step gets another attempt. */
const unreachable = (retry: { maxAttempts: number; backoffSeconds: number }) => ({
  type: 'http-request',
  name: 'Call',
  output: 'response',
  config: { method: 'GET', url: 'http://127.0.0.2:9/' },
  retry,
});

describeInBrowser('The attempts of a step', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  const attempts = (page: Page) => page.getByRole('table', { name: 'Attempts' }).getByRole('row');

  test('are listed with their times and errors', async () => {
    const { page, context, complaints, leave } = await app.open();
    const call = unreachable({ maxAttempts: 3, backoffSeconds: 0.01 });
    const id = await startRun(context, await makeWorkflow(context, 'Fails often', chain(call)));
    await page.goto(`/sessions/${id}`);
    // The last attempt is open, because the session failed there.
    await attempts(page).nth(3).getByText('HTTP_FAILED').waitFor();
    for (const number of [1, 2, 3]) {
      const row = attempts(page).nth(number);
      await row.getByRole('cell', { name: String(number), exact: true }).waitFor();
      await row.getByText('127.0.0.2:9 did not answer').waitFor();
      await row.getByText('Failed', { exact: true }).waitFor();
      await row.getByRole('cell', { name: /^\d.*:\d\d/ }).waitFor();
      await page.getByRole('button', { name: `attempt ${number}` }).waitFor();
    }
    expect(await attempts(page).count()).toBe(4);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('show when the next one begins', async () => {
    const { page, context, leave } = await app.open();
    const call = unreachable({ maxAttempts: 2, backoffSeconds: 3600 });
    const id = await startRun(context, await makeWorkflow(context, 'Fails first', chain(call)));
    await page.goto(`/sessions/${id}`);
    await page
      .getByRole('status')
      .getByText(/ failed\. Its next attempt begins on .*\d+:\d\d/)
      .waitFor();
    await page.getByRole('button', { name: 'attempt 2' }).click();
    await attempts(page).nth(1).getByText('HTTP_FAILED').waitFor();
    await attempts(page)
      .nth(2)
      .getByRole('cell', { name: /^Next attempt: .*\d+:\d\d/ })
      .first()
      .waitFor();
    // The value with which the executor stores the wait is not shown as an output.
    expect(await page.getByRole('group', { name: 'Output' }).count()).toBe(0);
    await leave();
  });
});
