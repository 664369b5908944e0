import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';
import { makeWorkflow, MEMBER, inviteMember } from './console-data.ts';

describeInBrowser('Organization settings', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
    await inviteMember(app);
  });
  afterAll(() => app?.stop());

  test('an admin creates a key in the page, and that key starts runs until it is deleted', async () => {
    const { page, context, complaints, leave } = await app.open({ path: '/settings/api-keys' });
    const workflow = await makeWorkflow(context, 'Echo');
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('Billing system');
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog', { name: 'API key created' });
    await dialog.getByText('cannot see it again').waitFor();
    const key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('api-key.txt');
    await dialog.getByRole('button', { name: 'Done' }).click();

    const run = () =>
      fetch(`${app.baseUrl}/v1/workflow/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({
          workflowId: workflow.id,
          componentId: workflow.inputId,
          placeholderValues: { name: 'Ada' },
        }),
      });
    const started = await run();
    expect({ status: started.status, body: await started.json() }).toMatchObject({
      status: 200,
      body: { workflowId: workflow.id, placeholderValues: { name: 'Ada' } },
    });
    expect(await page.content()).not.toContain(key);

    await page.getByRole('button', { name: 'Delete Billing system' }).click();
    await page.getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('No API keys yet').waitFor();
    expect((await run()).status).toBe(403);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('secrets are saved, replaced and deleted, and their values never appear in the page again', async () => {
    const { page, leave } = await app.open({ path: '/settings/secrets' });
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByLabel('Name').fill('crm_password');
    await page.locator('input[type=password]').fill('hunter-two-and-more');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('cell', { name: 'crm_password', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Replace crm_password' }).click();
    await page.locator('input[type=password]').fill('hunter-three-and-more');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Secret replaced').waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'crm_password', exact: true }).waitFor();
    expect(await page.content()).not.toContain('hunter');
    await page.getByRole('button', { name: 'Delete crm_password' }).click();
    await page.getByRole('button', { name: 'Delete secret' }).click();
    await page.getByText('No secrets yet').waitFor();

    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByText('secret.', { exact: false }).first().waitFor();
    await page.getByRole('cell', { name: ADMIN.email }).first().waitFor();
    await leave();
  });

  test('an admin creates an event hook, tests it, rotates its secret and sees its deliveries', async () => {
    const { page, complaints, leave } = await app.open({ path: '/settings/event-hooks' });
    const url = 'http://127.0.0.1:9/events';
    await page.getByRole('button', { name: 'New event hook' }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill(url);
    await page.getByRole('button', { name: 'Create' }).click();
    const created = page.getByRole('dialog', { name: 'Signing secret created' });
    expect(await created.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
    await created.getByRole('button', { name: 'Download' }).click();
    await created.getByRole('button', { name: 'Done' }).click();
    await created.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain('whsec_');

    await page.getByRole('button', { name: `Send a test to ${url}` }).click();
    await page.getByText('Test sent').waitFor();
    await page.getByRole('button', { name: `Show deliveries to ${url}` }).click();
    const deliveries = page.getByRole('dialog', { name: `Deliveries to ${url}` });
    await deliveries.getByText(/1 attempt: .* has no address that workflows may reach/).waitFor();
    await deliveries.getByText(/^Next attempt: .*\d/).waitFor();
    await deliveries.getByRole('button', { name: 'Deliver again' }).click();
    await page.getByText('Delivery sent again').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: `Rotate the secret of ${url}` }).click();
    await page.getByRole('button', { name: 'Rotate secret', exact: true }).last().click();
    await created.getByRole('button', { name: 'Download' }).click();
    await created.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: `Delete the hook to ${url}` }).click();
    await page.getByRole('button', { name: 'Delete hook', exact: true }).last().click();
    await page.getByText('No event hooks yet').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a member cannot create keys in the page or by request, and sees why', async () => {
    const { page, context, leave } = await app.open({ as: MEMBER, path: '/settings/api-keys' });
    await page.getByText('Only admins of the organization').waitFor();
    expect(await page.getByRole('button', { name: 'New API key' }).count()).toBe(0);
    const headers = { origin: app.baseUrl };
    const refused = await context.request.post('/v1/organization/api-keys', { data: { name: 'Mine' }, headers });
    expect(refused.status()).toBe(403);
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByText(ADMIN.email, { exact: true }).waitFor();
    expect(await page.getByRole('combobox', { name: /Role of/ }).count()).toBe(0);
    await leave();
  });

  test('an admin changes a role, and the member becomes an admin immediately', async () => {
    const { page, leave } = await app.open({ path: '/settings/members' });
    const role = page.getByRole('combobox', { name: `Role of ${MEMBER.email}` });
    await Promise.all([page.waitForResponse(/\/organization\/update-member-role$/), role.selectOption('admin')]);
    const member = await app.open({ as: MEMBER, path: '/settings/api-keys' });
    await member.page.getByRole('button', { name: 'New API key' }).waitFor();
    await role.selectOption('member');
    await Promise.all([leave(), member.leave()]);
  });
});
