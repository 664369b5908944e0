import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const AT = '2026-07-06T06:30:00.000Z';

describeInBrowser('In a browser of another language', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('numbers and times have the form of the English texts', async () => {
    const { page, context } = await app.open();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setLocaleOverride', { locale: 'de-DE' });
    await cdp.send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' });
    await page.route('**/v1/overview?*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const executor = {
        id: 'one',
        pool: 'default',
        running: 12_345,
        concurrency: 20_000,
        draining: false,
        startedAt: AT,
      };
      await route.fulfill({ response, json: { ...json, running: 12_345, executors: [executor] } });
    });
    await page.goto('/');
    expect(await page.evaluate((at) => new Date(at).toLocaleDateString(), AT)).toBe('6.7.2026');
    await page.getByRole('link', { name: 'Running' }).filter({ hasText: '12,345' }).waitFor();
    await page.getByText('12,345 of 20,000').waitFor();
    await context.close();
  });
});
