import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, textOf } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Typed lists', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('an author declares a list of objects, reads an item by completion and fills it in to test it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Lines', chain(), false);
    await page.goto(`/workflows/${id}`);

    await card(page, 'Start').click();
    const start = page.getByRole('complementary', { name: 'Component Start' });
    await start.getByRole('button', { name: 'Add field' }).click();
    await start.getByLabel('Placeholders: key 2').fill('lines');
    await start.getByLabel('Placeholders: type of lines').selectOption('LIST');
    await start.getByLabel('Placeholders, lines: items', { exact: true }).selectOption('List of objects');
    await start.getByRole('button', { name: 'Add field' }).first().click();
    await start.getByLabel('Placeholders, lines: items: key 1').fill('sku');
    await start.getByRole('button', { name: 'Add field' }).first().click();
    await start.getByLabel('Placeholders, lines: items: key 2').fill('price');
    await start.getByLabel('Placeholders, lines: items: type of price').selectOption('NUMBER');
    expect(await seriousProblems(page, 'fields of items')).toEqual([]);
    await editorSaved(page);

    await card(page, 'Answer').click();
    const value = page.getByRole('textbox', { name: 'Value' });
    await value.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type('{{ lines[0].pr');
    await page.getByRole('option', { name: /^lines\[0\]\.price/ }).waitFor();
    await page.keyboard.press('Tab');
    expect(await textOf(value)).toBe('{{ lines[0].price}}');
    await editorSaved(page);

    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'name' }).fill('Ada');
    const add = dialog.getByRole('button', { name: 'Add item to lines' });
    await add.click();
    await dialog.getByLabel('sku').fill('gone');
    await add.click();
    await dialog.getByRole('group', { name: 'lines[1]' }).getByLabel('sku').fill('stays');
    await dialog.getByRole('button', { name: 'Remove lines[0]' }).click();
    expect(await dialog.getByLabel('sku').inputValue()).toBe('stays');
    expect(await seriousProblems(page, 'items of a run')).toEqual([]);
    // A missing value is named in the same way as for callers of the API.
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByText('placeholderValues.lines[0].price is required').waitFor();
    await dialog.getByRole('textbox', { name: 'price' }).fill('12.5');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    await card(page, 'Answer').getByText('12.5').waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
    await leave();
  });
});
