import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Workflows as tools of models', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('an author offers a workflow as a tool, and sees what is wrong with its name', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Price an order!');
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tool for models' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tool for models' });
    await dialog.getByRole('switch', { name: 'Offer this workflow as a tool' }).press('Space');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('price_an_order');
    await dialog.getByLabel('Name').fill('Price order');
    await dialog.getByLabel('Description').fill('Prices an order.');
    await dialog.locator('input[aria-invalid=true]').waitFor();
    await dialog.getByLabel('Name').fill('price_order');
    await dialog.locator('input[aria-invalid=true]').waitFor({ state: 'detached' });
    expect(await seriousProblems(page, 'tool for models')).toEqual([]);
    await page.keyboard.press('Escape');
    await editorSaved(page);
    const saved = (await (await context.request.get(`/v1/workflows/${id}`)).json()) as { mcp: unknown };
    expect(saved.mcp).toEqual({ name: 'price_order', description: 'Prices an order.' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a published workflow shows how programs start it, with its ids filled in', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id, inputId } = await makeWorkflow(context, 'From code');
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Use it from code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Use it from code' });
    await dialog.getByRole('tab', { name: 'TypeScript' }).click();
    const shown = await dialog.getByText('createClient({').innerText();
    expect([shown.includes(id), shown.includes(inputId)]).toEqual([true, true]);
    await dialog.getByRole('button', { name: 'Copy the example for TypeScript' }).click();
    expect(await seriousProblems(page, 'use it from code')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('an admin binds an API key to a workflow', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Only this one');
    await page.goto('/settings/api-keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByLabel('Name').fill('Bound');
    await dialog.getByRole('combobox', { name: 'Workflows' }).fill('Only this');
    await page.getByRole('option', { name: 'Only this one' }).click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('cell', { name: /in one workflow$/ }).waitFor();
    const keys = (await (await context.request.get('/v1/organization/api-keys')).json()) as {
      items: { name: string; workflowIds: string[] }[];
    };
    expect(keys.items.find(({ name }) => name === 'Bound')?.workflowIds).toEqual([id]);
    expect(complaints).toEqual([]);
    await leave();
  });
});
