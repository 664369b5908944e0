import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { card, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('A new credential in the editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('is tested in its dialog, and is selected', async () => {
    const { page, context, complaints, leave } = await app.open();
    const request = { type: 'http-request', name: 'Call', output: 'response', config: { url: 'http://example.test' } };
    const { id } = await makeWorkflow(context, 'Signs in', chain(request), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Call').waitFor();
    await viewAtRest(page);
    await card(page, 'Call').click({ position: { x: 60, y: 20 } });
    await page.getByRole('button', { name: 'New credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'New credential' });
    await dialog.getByLabel('Type').selectOption('http-bearer');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await dialog.getByLabel(/^Token/).fill('a-token');
    await dialog.getByLabel(/^Hosts/).fill('example.test');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByText('Nothing was tried').waitFor();
    // It is stored now: a second test changes it.
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Shop 2');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { items } = await (await context.request.get('/v1/organization/credentials')).json();
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Shop 2']);
    const field = page.getByLabel('Credential', { exact: true });
    expect(await field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toContain('Shop 2');
    expect(complaints).toEqual([]);
    await leave();
  });
});
