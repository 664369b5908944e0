import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const PATH = '/v1/organization/tables';
const COLUMNS = [
  { key: 'amount', type: 'NUMBER' },
  { key: 'note', type: 'TEXT', optional: true },
];

describeInBrowser('Rows of a table', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('rows of all pages are searched and sorted, by the keyboard too', async () => {
    const { page, context, complaints, leave } = await app.open();
    await post(context, PATH, { name: 'Sorted', columns: COLUMNS });
    for (let n = 0; n < 102; n += 1)
      await post(context, `${PATH}/Sorted/rows`, { key: `k${String(n).padStart(3, '0')}`, amount: (n * 7) % 102 });
    await page.goto('/tables/Sorted');
    await page.getByRole('columnheader', { name: 'amount' }).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('row').nth(1).getByText('k000', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    const largest = page.getByRole('row').nth(1);
    await largest.getByRole('cell', { name: '101', exact: true }).waitFor();
    const head = page.getByRole('columnheader', { name: 'amount' });
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expect(await page.getByRole('row').count()).toBe(103);
    await page.getByRole('textbox', { name: 'Search rows' }).fill('K101');
    await page.getByText('1 row found').waitFor();
    await page.getByRole('row', { name: /^k101/ }).waitFor();
    expect(await seriousProblems(page, 'searched rows')).toEqual([]);
    await page.getByRole('textbox', { name: 'Search rows' }).fill('nothing like it');
    await page.getByRole('heading', { name: 'No rows match' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a row without a key gets one', async () => {
    const { page, context, complaints, leave } = await app.open();
    await post(context, PATH, { name: 'Keyless', columns: COLUMNS });
    await page.goto('/tables/Keyless');
    await page.getByRole('button', { name: 'Add row' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add row' });
    await dialog.getByRole('textbox', { name: 'amount' }).fill('12');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: /^[0-9a-f]{8}-[0-9a-f-]{27}.*12/ }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a file in a row is its name, which saves it', async () => {
    const { page, context, complaints, leave } = await app.open();
    await post(context, PATH, { name: 'Papers', columns: [{ key: 'paper', type: 'FILE' }] });
    const stored = await context.request.post('/v1/files?name=terms.txt', {
      headers: { origin: app.baseUrl, 'content-type': 'text/plain' },
      data: 'Pay within 30 days.',
    });
    const paper = (await stored.json()) as { fileId: string };
    expect((await post(context, `${PATH}/Papers/rows`, { key: 'terms', paper })).status()).toBe(201);
    await page.goto('/tables/Papers');
    const link = page.getByRole('row', { name: /^terms/ }).getByRole('link', { name: 'terms.txt' });
    expect(await link.getAttribute('href')).toBe(`/v1/files/${paper.fileId}`);
    expect(await page.getByText(paper.fileId).count()).toBe(0);
    expect(await seriousProblems(page, 'a file in a row')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('rows are imported from a file, which names those that are refused, and exported', async () => {
    const { page, context, complaints, leave } = await app.open();
    await post(context, PATH, { name: 'Moved', columns: COLUMNS });
    await page.goto('/tables/Moved');
    const dialog = page.getByRole('dialog', { name: 'Import rows' });
    await page.getByRole('button', { name: 'Import or export rows of Moved' }).click();
    await page.getByRole('menuitem', { name: 'Import rows…' }).click();
    await choose(page, 'wrong.csv', 'key,price\na,1\n');
    await dialog.getByRole('alert').getByText('Row 1: The table has no column price').waitFor();
    expect(await dialog.getByRole('button', { name: 'Import' }).isDisabled()).toBe(true);
    await choose(page, 'rows.csv', 'key,amount,note\na,1.5,"one, two"\nb,much,\n');
    await dialog.getByText('rows.csv: 2 rows').waitFor();
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/1 of 2 rows were refused.* b: .*amount/)
      .waitFor();
    expect(await seriousProblems(page, 'importing rows')).toEqual([]);
    await choose(page, 'rows.json', JSON.stringify([{ key: 'b', amount: 2 }]));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^a 1\.5 one, two/ }).waitFor();
    await page.getByRole('row', { name: /^b 2/ }).waitFor();

    expect(await exported(page, 'CSV')).toBe('key,amount,note\r\na,1.5,"one, two"\r\nb,2,\r\n');
    expect(JSON.parse(await exported(page, 'JSON'))).toEqual([
      { key: 'a', amount: 1.5, note: 'one, two' },
      { key: 'b', amount: 2, note: null },
    ]);
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
    await leave();
  });
});

async function choose(page: Page, name: string, content: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

async function exported(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Import or export rows of Moved' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: `Export as ${format}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`Moved.${format.toLowerCase()}`);
  return text(await download.createReadStream());
}
