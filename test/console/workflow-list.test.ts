import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The list of workflows', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a workflow gets a folder and tags, and is found by both', async () => {
    const { page, context, complaints } = await app.open();
    await makeWorkflow(context, 'Send invoices', undefined, false);
    await makeWorkflow(context, 'Unfiled', undefined, false);
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Actions for Send invoices' }).click();
    await page.getByRole('menuitem', { name: 'Folder and tags…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Folder and tags of Send invoices' });
    await dialog.getByLabel('Folder', { exact: true }).fill('Billing/Invoices');
    await dialog.getByLabel('Tags', { exact: true }).fill('monthly');
    await dialog.getByLabel('Tags', { exact: true }).press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('link', { name: /^Billing\s*1 workflow$/ }).waitFor();
    await page.getByRole('link', { name: 'Unfiled', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Send invoices', exact: true }).waitFor({ state: 'detached' });
    expect(await seriousProblems(page, 'folders')).toEqual([]);
    await folders.getByRole('link', { name: /^Billing/ }).click();
    await folders.getByRole('link', { name: /^Invoices/ }).click();
    await page.getByRole('link', { name: 'Send invoices', exact: true }).waitFor();
    await page.getByRole('navigation', { name: 'Folder', exact: true }).getByRole('link', { name: 'Billing' }).click();
    await folders.getByRole('link', { name: /^Invoices/ }).waitFor();

    await page.goto('/workflows');
    await page.getByLabel('Tag', { exact: true }).first().click();
    await page.getByRole('option', { name: 'monthly' }).click();
    await page.getByRole('link', { name: 'Send invoices', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Unfiled', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Billing/Invoices' }).waitFor();

    // The list of known tags does not cover the buttons.
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Actions for Unfiled' }).click();
    await page.getByRole('menuitem', { name: 'Folder and tags…' }).click();
    const other = page.getByRole('dialog', { name: 'Folder and tags of Unfiled' });
    await other.getByLabel('Tags', { exact: true }).pressSequentially('monthly');
    await page.getByRole('option', { name: 'monthly' }).waitFor();
    await other.getByRole('button', { name: 'Save' }).click();
    await other.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Unfiled' }).getByText('monthly').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
