import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** Returns the name or text of the element that has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    return `${activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''}`.trim();
  });
}

/** Presses Escape and checks the focus when it has settled. */
async function staysAfterEscape(page: Page, selector: string): Promise<void> {
  // A level connection has no height, so Playwright takes it for hidden.
  await page.locator(`${selector}:focus`).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await page.locator('.react-flow').locator('.selected').first().waitFor({ state: 'detached' });
  const isFocused = await page.evaluate(async (wanted) => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return document.activeElement?.matches(wanted);
  }, selector);
  expect({ selector, isFocused }).toEqual({ selector, isFocused: true });
}

async function escape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describeInBrowser('The focus', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function returnsTo(page: Page, name: string): Promise<void> {
    await waitFor(async () => (await focused(page)) === name, { what: `the focus on ${name}` });
  }

  test('goes back to what opened a dialog, also by way of a menu', async () => {
    const { page, context, complaints, leave } = await app.open({ path: '/workflows' });
    await makeWorkflow(context, 'Focused');
    await page.reload();
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByRole('dialog', { name: 'New workflow' }).waitFor();
    await escape(page);
    await returnsTo(page, 'New workflow');

    await page.getByRole('button', { name: 'Actions for Focused' }).click();
    await page.getByRole('menuitem', { name: 'Pause…' }).click();
    await page.getByRole('button', { name: 'Pause workflow' }).waitFor();
    await escape(page);
    await returnsTo(page, 'Actions for Focused');

    await page.keyboard.press('Control+k');
    await page.getByLabel('Find anything').waitFor();
    await escape(page);
    await returnsTo(page, 'Actions for Focused');
    expect(complaints).toEqual([]);
    await leave();
  });

  test('is in the command menu with what was typed before it was loaded', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Typed at once', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+k');
    // N and D are also shortcuts of the editor.
    await page.keyboard.type('send notes');
    await waitFor(async () => (await page.getByLabel('Find anything').inputValue()) === 'send notes', {
      what: 'what was typed',
    });
    await escape(page);
    expect(await page.locator('.react-flow__node').count()).toBe(2);
    expect(await page.locator('.react-flow__node [data-disabled="true"]').count()).toBe(0);
    await leave();
  });

  test('stays in the editor after its dialogs and menus', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Focused too');
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    for (const [button, title] of [
      ['Test run', 'Test run'],
      ['Flow control', 'Flow control'],
      ['Versions', 'Versions'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('dialog', { name: title }).waitFor();
      await escape(page);
      await returnsTo(page, button);
    }
    await page.locator('.react-flow__node').first().focus();
    const node = await focused(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await escape(page);
    await returnsTo(page, node);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('stays on the connection, note or component that Escape deselects, also all of several', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Deselected', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    const edge = page.locator('.react-flow__edge');
    await edge.focus();
    await page.keyboard.press('Enter');
    await staysAfterEscape(page, '.react-flow__edge');

    await page.locator('.react-flow__node').first().focus();
    await page.keyboard.press('Control+a');
    await page.locator('.react-flow__node.selected').nth(1).waitFor();
    await staysAfterEscape(page, '.react-flow__node');

    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Text of the note' }).press('Escape');
    await page.locator('.react-flow__node-note:focus').waitFor();
    await staysAfterEscape(page, '.react-flow__node-note');
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a key counts as copied only where the browser copied it, on plain HTTP too', async () => {
    const { page, leave } = await app.open({ path: '/settings/api-keys' });
    // Simulates a page without a secure origin.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('Copied');
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog', { name: 'API key created' });
    await dialog.waitFor();
    await page.evaluate(() => Object.assign(document, { execCommand: () => false }));
    await dialog.getByRole('button', { name: 'Copy the API key' }).click();
    await page.getByText('The browser did not copy it.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Keep it open' }).click();

    await page.evaluate(() => Reflect.deleteProperty(document, 'execCommand'));
    await dialog.getByRole('button', { name: 'Copy the API key' }).click();
    await dialog.getByText('Copied', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await leave();
  });
});
