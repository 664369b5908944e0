import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const COMPUTE = { type: 'transform', name: 'Compute', output: 'sum', config: { expression: 'name', type: 'JSON' } };

describeInBrowser('Keys of dialogs and expressions', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('Escape leaves an expression first, and Ctrl Enter publishes wherever the focus is', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'By keys', chain(COMPUTE), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Compute').click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: 'Component Compute' });
    await panel.getByRole('textbox', { name: 'Expression' }).click();
    await page.keyboard.press('Escape');
    await page.locator('[data-component-panel] [role="group"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('button', { name: 'Publish' }).waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialog.waitFor({ state: 'hidden' });
    const { publishedVersion } = await (await context.request.get(`/v1/workflows/${id}`)).json();
    expect(publishedVersion).not.toBeNull();
    expect(complaints).toEqual([]);
    await leave();
  });
});
