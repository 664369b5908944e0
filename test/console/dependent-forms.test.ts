import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Forms that follow a choice', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function rowOf(context: BrowserContext, id: string): Promise<unknown> {
    const { components } = await (await context.request.get(`/v1/workflows/${id}`)).json();
    return components.find((one: { type: string }) => one.type === 'table').config.row;
  }

  test('a row is a field for each column of the table, and an operation shows only what it takes', async () => {
    const { page, context, leave } = await app.open();
    const columns = [
      { key: 'name', type: 'TEXT' },
      { key: 'age', type: 'NUMBER', optional: true },
    ];
    await post(context, '/v1/organization/tables', { name: 'people', columns });
    const table = { type: 'table', name: 'Keep', output: 'rows', config: { table: 'people', operation: 'find' } };
    const { id } = await makeWorkflow(context, 'Keeps', chain(table), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Keep').click();
    const panel = page.getByRole('complementary', { name: 'Component Keep' });
    await panel.getByRole('group', { name: 'Where' }).getByRole('textbox', { name: 'name' }).fill('Ada');
    expect(await panel.getByRole('group', { name: 'Row' }).count()).toBe(0);
    await panel.getByRole('combobox', { name: 'Operation' }).selectOption('upsert');
    // The values that `find` used stay visible and can be removed.
    const where = panel.getByRole('group', { name: 'Where' });
    await where.getByText('Is not allowed with operation upsert').waitFor();
    await where.getByRole('textbox', { name: 'name' }).fill('');
    await where.waitFor({ state: 'detached' });
    for (const label of ['Maximum rows', 'Forget after (seconds)'])
      expect(await panel.getByRole('textbox', { name: label }).count()).toBe(0);
    await panel.getByRole('group', { name: 'Row' }).getByRole('textbox', { name: 'age' }).fill('{{ 40 + 2 }}');
    expect(await seriousProblems(page, 'a row')).toEqual([]);
    await waitFor(async () => JSON.stringify(await rowOf(context, id)) === '{"age":"{{ 40 + 2 }}"}', {
      what: 'the saved row',
    });
    await leave();
  });

  test('a table is made where it is chosen', async () => {
    const { page, context, leave } = await app.open();
    const table = { type: 'table', name: 'Keep', output: 'rows', config: { table: '', operation: 'insert' } };
    const { id } = await makeWorkflow(context, 'Makes its table', chain(table), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Keep').click();
    const panel = page.getByRole('complementary', { name: 'Component Keep' });
    await panel.getByRole('button', { name: 'New table' }).click();
    const dialog = page.getByRole('dialog', { name: 'New table' });
    await dialog.getByLabel('Name').fill('visitors');
    await dialog.getByRole('textbox', { name: 'Column 1' }).fill('seen');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await panel.getByRole('combobox', { name: 'Table', exact: true }).inputValue()).toBe('visitors');
    await panel.getByRole('group', { name: 'Row' }).getByRole('textbox', { name: 'seen' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/workflows/${id}`);
    await leave();
  });

  test('a format offers the directions that it has', async () => {
    const { page, context, leave } = await app.open();
    const convert = { type: 'convert', name: 'Change', output: 'converted', config: { from: 'a', format: 'csv' } };
    const { id } = await makeWorkflow(context, 'Converts', chain(convert), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Change').click();
    const panel = page.getByRole('complementary', { name: 'Component Change' });
    const direction = panel.getByRole('combobox', { name: 'Direction' });
    await waitFor(async () => (await direction.getByRole('option').count()) > 0, { what: 'the form' });
    expect(await direction.getByRole('option').allInnerTexts()).toEqual(['Read this format', 'Write this format']);
    await panel.getByRole('combobox', { name: 'Format' }).selectOption('html');
    await waitFor(async () => (await direction.getByRole('option').count()) === 1, { what: 'the one direction' });
    expect(await direction.getByRole('option').allInnerTexts()).toEqual(['Read this format']);
    await leave();
  });

  test('a test run of a schedule begins with the time that it is', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain();
    const schedule = { type: 'schedule', output: 'scheduledFor', config: { cron: '0 7 * * *' } };
    definition.components[0] = { ...definition.components[0]!, ...schedule };
    definition.components[1]!.config = { value: '{{ scheduledFor }}' };
    const { id } = await makeWorkflow(context, 'Scheduled', { definition, inputId }, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test run' });
    const time = dialog.getByLabel('scheduledFor', { exact: true });
    await waitFor(async () => (await time.inputValue()).startsWith(new Date().toISOString().slice(0, 10)), {
      what: 'the time in the form',
    });
    expect(await dialog.getByRole('status').count()).toBe(0);
    await leave();
  });
});
