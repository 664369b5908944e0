import { afterAll, beforeAll, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('What moves in the console', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the mark of a running session moves, but not for people who want less motion', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Runs on');
    const id = await startRun(context, workflow);
    await waitFor(async () => (await (await context.request.get(`/v1/sessions/${id}`)).json()).status === 'SUCCEEDED', {
      what: 'the end of the session',
    });
    await page.route(
      ({ pathname }) => pathname === '/v1/sessions',
      async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        await route.fulfill({ response, body: body.replaceAll('"SUCCEEDED"', '"RUNNING"') });
      },
    );
    await page.goto(`/sessions?workflowId=${workflow.id}`);
    await page.getByRole('row').filter({ hasText: 'Runs on' }).getByText('Running').waitFor();
    const moving = (): Promise<number> =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await waitFor(async () => (await moving()) > 0, { what: 'something that moves' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await waitFor(async () => (await moving()) === 0, { what: 'that nothing moves' });
    await leave();
  });
});
