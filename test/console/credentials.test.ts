import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const PATH = '/v1/organization/credentials';
const SECRET = 'hunter-two-and-more';

describeInBrowser('Credentials', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('an admin makes one for a mail server, sees what is wrong at its field, and tests it', async () => {
    const { page, complaints, leave } = await app.open({ path: '/settings/credentials' });
    await page.getByText('No credentials yet').waitFor();
    await page.getByRole('button', { name: 'New credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'New credential' });
    await dialog.getByLabel('Type').selectOption('SMTP');
    await dialog.getByLabel('Name').fill('Invoices');
    await dialog.getByLabel('User').fill('invoices@example.com');
    await dialog.locator('input[type=password]').fill(SECRET);
    const host = dialog.getByLabel('Host');
    await host.fill('smtp://mail.example.com');
    await host.press('Enter');
    await dialog.getByText('Must be a name or an address, without a scheme, port or path').waitFor();
    // The field with the error has the focus, for people who cannot see which one is wrong.
    await dialog.locator('input[name=host]:focus[aria-invalid=true]').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await host.fill('127.0.0.1');
    await dialog.getByText('Must be a name').waitFor({ state: 'detached' });
    await host.press('Enter');
    await page.getByText('Credential created').waitFor();

    await page.getByRole('button', { name: 'Test Invoices' }).click();
    await page.getByText('The test failed: 127.0.0.1 has no address that workflows may reach').waitFor();
    expect(await page.content()).not.toContain(SECRET);

    await page.getByRole('button', { name: 'New credential' }).click();
    await dialog.getByLabel('Name').fill('Invoices');
    await dialog.getByLabel('Host').fill('mail.example.com');
    await dialog.getByLabel('User').fill('me');
    await dialog.locator('input[type=password]').fill(SECRET);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText("The organization has a credential named 'Invoices' already").waitFor();
    await dialog.locator('input:focus[aria-invalid=true]').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('one is changed without its secret being seen, which a change of the host asks for again', async () => {
    const { page, context, complaints, leave } = await app.open();
    const smtp = { type: 'smtp', host: 'mail.example.com', port: 587, tls: 'starttls', user: 'me', password: SECRET };
    expect((await post(context, PATH, { name: 'Orders', ...smtp })).status()).toBe(201);
    await page.goto('/settings/credentials');
    await page.getByRole('button', { name: 'Edit Orders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Orders' });
    const password = dialog.locator('input[type=password]');
    expect([await password.inputValue(), await password.getAttribute('placeholder')]).toEqual(['', 'Unchanged']);
    await dialog.getByLabel('User').fill('you');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Edit Orders' }).click();
    expect(await dialog.getByLabel('User').inputValue()).toBe('you');
    await dialog.getByLabel('Host').fill('mail.example.net');
    await dialog.getByText('Enter it again: Host changed.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('input[type=password]:focus:invalid').waitFor();
    await password.fill('another one');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { items } = await (await context.request.get(PATH)).json();
    expect(items).toContainEqual(expect.objectContaining({ name: 'Orders', user: 'you', host: 'mail.example.net' }));
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a component takes one by name or makes it in place, and deleting it names the workflow', async () => {
    const { page, context, complaints, leave } = await app.open();
    const bearer = { name: 'Warehouse', type: 'http-bearer', token: SECRET, hosts: ['api.example.com'] };
    const { id } = (await (await post(context, PATH, bearer)).json()) as { id: string };
    const config = { method: 'GET', url: 'https://api.example.com' };
    const request = { type: 'http-request', name: 'Ask stock', output: 'stock', config };
    const workflow = await makeWorkflow(context, 'Stock', chain(request), false);
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Ask stock').click();
    const picker = page.getByRole('combobox', { name: 'Credential', exact: true });
    await picker.selectOption('Warehouse (HTTP: bearer token)');
    expect(await picker.inputValue()).toBe(id);

    await page.getByRole('button', { name: 'New credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'New credential' });
    expect(await dialog.getByLabel('Type').getByRole('option').allInnerTexts()).toEqual([
      'HTTP: user and password',
      'HTTP: bearer token',
      'HTTP: header',
      'HTTP: query parameter',
      'OAuth 2',
    ]);
    await dialog.getByLabel('Type').selectOption('HTTP: header');
    await dialog.getByLabel('Name').fill('Shop');
    await dialog.getByLabel('Header').fill('x-api-key');
    await dialog.locator('input[type=password]').fill(SECRET);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await picker.locator('option:checked').innerText()).toBe('Shop (HTTP: header)');
    await editorSaved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published').waitFor();

    await page.goto('/settings/credentials');
    await page.getByRole('button', { name: 'Test Shop' }).click();
    await page.getByText('Nothing was tried: the credential has no URL to test with.').waitFor();
    await page.getByRole('button', { name: 'Delete Shop' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete the credential?' });
    const used = asked.getByRole('link', { name: 'Stock' });
    expect(await used.getAttribute('href')).toBe(`/workflows/${workflow.id}`);
    await asked.getByRole('button', { name: 'Delete credential' }).click();
    await page.getByRole('button', { name: 'Delete Shop' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete Warehouse' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
