import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The toolbar of the editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('its buttons stay in place while the versions are read', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'In place');
    const { promise: measured, resolve: answerVersions } = Promise.withResolvers<void>();
    await page.route(`**/v1/workflows/${id}/versions*`, async (route) => {
      await measured;
      await route.fallback();
    });
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').waitFor();
    const redo = page.getByRole('button', { name: 'Redo (Ctrl Shift Z)' });
    const before = await redo.boundingBox();
    answerVersions();
    await page.getByRole('button', { name: 'Version 1 · published' }).waitFor();
    expect(await redo.boundingBox()).toEqual(before);
    await leave();
  });
});
