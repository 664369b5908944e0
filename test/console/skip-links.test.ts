import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, isFocused } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The keyboard in the editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('reaches the first card and the panel by skip links, and a component that was added', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { definition, inputId } = chain();
    const workflow = { definition: { ...definition, connections: [] }, inputId };
    const { id } = await makeWorkflow(context, 'By skip links', workflow, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    await skip(page, 'Skip to content');
    await skip(page, 'Skip to canvas');
    await page.locator('.react-flow__node:focus').filter({ hasText: 'Start' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Start' }).waitFor();

    await page.locator('#content').focus();
    await page.keyboard.press('Tab');
    await skip(page, 'Skip to component panel');
    await isFocused(page.getByRole('textbox', { name: 'Name', exact: true }));
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__node:focus').filter({ hasText: 'Start' }).waitFor();

    await page.evaluate(drawLate);
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByLabel('Find anything').fill('Add Delay');
    await page
      .getByRole('dialog', { name: 'Command menu' })
      .getByRole('button', { name: 'Add Delay', exact: true })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Delay' }).waitFor();
    await isFocused(card(page, 'Start'));
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__node:focus').filter({ hasText: 'Delay' }).waitFor();
    // The box of a level line has no height.
    await page.getByLabel('Connection from Start, port next, to Delay').waitFor({ state: 'attached' });
    await editorSaved(page);
    expect(complaints).toEqual([]);
    await leave();
  });
});

/** Presses Tab, which must lead to this link, and follows it. */
async function skip(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Tab');
  await isFocused(page.getByRole('main').or(page.locator('body')).getByText(name, { exact: true }).first());
  await page.keyboard.press('Enter');
}

/** Draws a second late, as a busy machine does, so that keys arrive before a new card can take the focus. */
function drawLate(): void {
  const draw = globalThis.requestAnimationFrame;
  globalThis.requestAnimationFrame = (callback) => {
    setTimeout(() => draw(callback), 1_000);
    return 0;
  };
}
