import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext, Page } from 'playwright-core';
import { problemsNow } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** The maximum layout shift of the overview while it is loaded, as Chromium measures it. */
const MAX_SHIFT = 0.05;

describeInBrowser('The overview', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('does not move while it is loaded, before anything ran and after', async () => {
    const { page, context, complaints } = await app.open();
    await page.addInitScript(`
      window.layoutShift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    await page.goto('/');
    await page.getByRole('list', { name: 'Templates' }).waitFor();
    expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);

    const source = "throw new Error('Not today')";
    const failing = { type: 'code', name: 'Fail', output: 'never', config: { source, type: 'TEXT' } };
    const broken = await makeWorkflow(context, 'Broken', chain(failing));
    const gone = await makeWorkflow(context, 'Gone', chain());
    for (const workflow of [broken, gone, gone]) await startRun(context, workflow);
    await waitFor(async () => (await endedIn(context)) >= 3, { what: 'the ends of all sessions' });
    await post(context, `/v1/workflows/${gone.id}/unpublish`);
    // On a slow computer the parts of the page arrive one after the other.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 15 });
    await page.goto('/');
    await page
      .getByText(/Not today/)
      .first()
      .waitFor();
    await page.getByRole('list', { name: 'Templates' }).waitFor();
    expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT);

    // Only published workflows can be run.
    await page.getByRole('button', { name: 'Run Broken now' }).waitFor();
    expect(await page.getByRole('button', { name: 'Run Gone now' }).count()).toBe(0);
    expect(await problemsNow(page, 'overview', ['label-content-name-mismatch'])).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

async function shiftOf(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle');
  return (await page.evaluate('window.layoutShift')) as number;
}

async function endedIn(context: BrowserContext): Promise<number> {
  const { perMinute } = (await (await context.request.get('/v1/overview')).json()) as {
    perMinute: { succeeded: number; failed: number }[];
  };
  return perMinute.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0);
}
