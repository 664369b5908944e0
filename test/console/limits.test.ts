import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The limits of an organization', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a limit shows when little or nothing is left of it', async () => {
    const { page, context } = await app.open();
    const MEBIBYTE = 1024 * 1024;
    let storedBytes = 79 * MEBIBYTE;
    const limits = { runs: null, maxConcurrentSessions: 5, maxStoredBytes: 100 * MEBIBYTE, retentionDays: 30 };
    await page.route('**/v1/organization/limits', (route) => route.fulfill({ json: { ...limits, storedBytes } }));
    for (const [used, state] of [
      [79, null],
      [80, 'Nearly reached'],
      [100, 'Limit reached'],
    ] as const) {
      storedBytes = used * MEBIBYTE;
      await page.goto('/settings/limits');
      const row = page.getByRole('row').filter({ hasText: `${used} of 100 MiB used` });
      await row.waitFor();
      if (state !== null) await row.getByText(state, { exact: true }).waitFor();
      expect(await page.getByText(/reached$/).count()).toBe(state === null ? 0 : 1);
    }
    await context.close();
  });
});
