import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('What is typed', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  const WAYS: Record<string, (page: Page) => Promise<void>> = {
    async 'the command menu'(page) {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByLabel('Find anything').fill('New workflow');
      await page.getByText('New workflow…').first().waitFor();
      await page.keyboard.press('Enter');
    },
    async 'the button of the list'(page) {
      await page.goto('/workflows');
      await page.getByRole('button', { name: 'New workflow' }).first().click();
    },
  };

  test.each(Object.entries(WAYS))('after %s is the name of the new workflow, from the first letter', async (_, ask) => {
    const { page, complaints, leave } = await app.open({ path: '/sessions' });
    await page.getByRole('heading', { name: 'Sessions', exact: true }).waitFor();
    await ask(page);
    await page.keyboard.type('By keyboard');
    const name = page.getByRole('dialog', { name: 'New workflow' }).getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    await waitFor(async () => (await name.inputValue()) === 'By keyboard', { what: 'the whole name' });
    await page.keyboard.type(', and more');
    await waitFor(async () => (await name.inputValue()) === 'By keyboard, and more', { what: 'what follows' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('in a panel is no shortcut of the canvas, and a press that shows a problem is still a click', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Letters', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    await viewAtRest(page);
    await card(page, 'Start').click({ position: { x: 60, y: 20 } });
    const add = page.getByRole('button', { name: 'Add field' }).first();
    const keys = page.getByRole('textbox', { name: /: key \d+$/ });
    await add.click();
    await waitFor(async () => (await keys.count()) === 2, { what: 'the second field' });
    // The empty key is left by the press, and its problem would move the button before the release.
    const box = (await add.boundingBox())!;
    await page.mouse.move(box.x + 20, box.y + box.height / 2);
    await page.mouse.down();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.mouse.up();
    await waitFor(async () => (await keys.count()) === 3, { what: 'the third field' });
    await page.locator('input[aria-invalid="true"]').first().waitFor();

    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.type('nd');
    await editorSaved(page);
    const read = async () => (await context.request.get(`/v1/workflows/${id}`)).json();
    const { notes = [], components } = await read();
    expect([notes, components.some(({ disabled }: { disabled?: boolean }) => disabled)]).toEqual([[], false]);
    // On the canvas they work.
    await card(page, 'Start').click({ position: { x: 60, y: 20 } });
    await page.keyboard.type('d');
    await waitFor(async () => (await read()).components[0].disabled === true, { what: 'the disabled component' });
    expect(complaints).toEqual([]);
    await leave();
  });
});
