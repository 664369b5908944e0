import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card, textOf } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';
import { personAt } from './newcomer-actions.ts';

describeInBrowser('Completion in an expression', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  const value = (page: Page) => page.getByRole('textbox', { name: 'Value' });

  async function openEmptyValue(page: Page, workflowId: string): Promise<void> {
    await page.goto(`/workflows/${workflowId}`);
    await card(page, 'Answer').click();
    await value(page).click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
  }

  test('Tab immediately accepts what a listed completion is narrowed to', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Quick', chain(), false);
    await openEmptyValue(page, id);
    await page.keyboard.type('{{');
    await page.getByRole('option', { name: /^name/ }).waitFor();
    // The space ends the word for which the list was made. Nothing is waited for afterwards.
    await page.keyboard.type(' na');
    await page.keyboard.press('Tab');
    expect(await textOf(value(page))).toBe('{{ name}}');
    await leave();
  });

  test('nothing moves when the list opens', async () => {
    const { page, context, leave } = await app.open();
    const person = await personAt(page);
    const { id } = await makeWorkflow(context, 'Still', chain(), false);
    await openEmptyValue(page, id);
    await person.type('{{ na');
    await page.getByRole('option', { name: /^name/ }).waitFor();
    await person.type('m');
    await leave();
  });
});
