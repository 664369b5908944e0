import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const PATH = '/v1/organization/tables';
const PHONE = { width: 390, height: 844 };
const PRICES = {
  columns: [
    { key: 'amount', type: 'NUMBER' },
    { key: 'note', type: 'TEXT', optional: true },
  ],
};

describeInBrowser('Tables', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('one is made by the keyboard alone, from the empty page to its first row', async () => {
    const { page, complaints, leave } = await app.open({ path: '/' });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('heading', { name: 'No tables yet' }).waitFor();
    expect(await seriousProblems(page, 'no tables')).toEqual([]);
    await page.getByRole('button', { name: 'New table' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New table' });
    await dialog.locator('input:focus').waitFor();
    await page.keyboard.type('Customers');
    await page.keyboard.press('Tab');
    await page.keyboard.type('name');
    expect(await seriousProblems(page, 'a new table')).toEqual([]);
    await dialog.getByRole('button', { name: 'Add column' }).focus();
    await page.keyboard.press('Enter');
    // The new column has the focus, so it receives the next letter.
    await dialog.getByRole('textbox', { name: 'Column 2' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('name');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText(/name/).waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('born');
    await dialog.getByLabel('Type of column 2').selectOption('Date and time');
    await dialog.getByRole('textbox', { name: 'Column 2' }).press('Enter');
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();

    await addFirstRow(page);
    expect(await seriousProblems(page, 'a table')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('rows are added, changed and deleted, and many are shown page by page, wide and on a phone', async () => {
    const { page, context, complaints, leave } = await app.open();
    await post(context, PATH, { name: 'Prices', ...PRICES });
    for (let n = 0; n < 101; n += 1)
      await post(context, `${PATH}/Prices/rows`, { key: `p${String(n).padStart(3, '0')}`, amount: n, note: `of ${n}` });
    await page.goto('/tables/Prices');
    await page.getByText('101 rows').waitFor();
    expect(await page.getByRole('row', { name: /^p100/ }).count()).toBe(0);
    await page.getByRole('button', { name: /more/i }).click();
    await page.getByRole('row', { name: /^p100 100/ }).waitFor();

    await page.getByRole('button', { name: 'Edit p000' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit p000' });
    expect(await edit.getByRole('textbox', { name: 'note' }).inputValue()).toBe('of 0');
    await edit.getByRole('textbox', { name: 'amount' }).fill('much');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit
      .getByRole('alert')
      .getByText(/amount/)
      .waitFor();
    await edit.getByRole('textbox', { name: 'amount' }).fill('12.5');
    await edit.getByRole('textbox', { name: 'note' }).fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /^p000 12\.5 Edit/ }).waitFor();
    await edit.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Delete p001' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete the row?' });
    await asked.getByText('Workflows will no longer find a row with the key p001').waitFor();
    await asked.getByRole('button', { name: 'Delete row' }).click();
    await page.getByRole('row', { name: /^p001/ }).waitFor({ state: 'detached' });
    await page.getByText('100 rows').waitFor();

    await page.setViewportSize(PHONE);
    for (const path of ['/tables', '/tables/Prices']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('table').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
      expect(await seriousProblems(page, `${path} on a phone`)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Add row' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add row' });
    await dialog.getByLabel('Key').fill('p000');
    await dialog.getByLabel('amount').fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText(/p000/).waitFor();
    expect(complaints.filter((complaint) => !complaint.includes('409') && !complaint.includes('400'))).toEqual([]);
    await leave();
  });

  test('deleting one names the workflow that would break, and the page of a missing one shows that', async () => {
    const { page, context, leave } = await app.open();
    await post(context, PATH, { name: 'Stock', ...PRICES });
    const [input, table] = [randomUUID(), randomUUID()];
    const definition = {
      components: [
        { id: input, type: 'input', name: 'Start', config: { placeholders: [] } },
        { id: table, type: 'table', name: 'Count', output: 'counted', config: { table: 'Stock', operation: 'count' } },
      ],
      connections: [{ from: input, port: 'next', to: table }],
    };
    const workflow = await makeWorkflow(context, 'Counts stock', { definition, inputId: input });
    await page.goto('/tables');
    await page.getByRole('button', { name: 'Delete Stock' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete the table?' });
    await asked.getByText('steps that use it will fail').waitFor();
    expect(await asked.getByRole('link', { name: 'Counts stock' }).getAttribute('href')).toBe(
      `/workflows/${workflow.id}`,
    );
    expect(await seriousProblems(page, 'deleting a table')).toEqual([]);
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Stock', exact: true }).click();
    // The list has a button of the same name, so wait until the page of the table is shown.
    await page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Delete Stock' }).click();
    await asked.getByRole('button', { name: 'Delete table' }).click();
    await page.waitForURL(/\/tables$/);
    await page.getByRole('link', { name: 'Stock', exact: true }).waitFor({ state: 'detached' });
    await page.goto('/tables/Stock');
    await page.getByRole('heading', { name: 'Table not found' }).waitFor();
    await page.getByRole('link', { name: 'Go to tables' }).waitFor();
    await leave();
  });
});

async function addFirstRow(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'No rows yet' }).waitFor();
  await page.getByRole('button', { name: 'Add row' }).focus();
  await page.keyboard.press('Enter');
  const row = page.getByRole('dialog', { name: 'Add row' });
  await row.getByLabel('Key').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('long ago');
  await page.keyboard.press('Enter');
  await row.getByRole('alert').getByText(/born/).waitFor();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1815-12-10T00:00:00Z');
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: /^ada Ada Lovelace 1815-12-10/ }).waitFor();
}
