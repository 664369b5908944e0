import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { inviteMember, makeWorkflow, MEMBER, openWaiting, startRun } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

const OPERATOR_KEY = 'the key of the operator, of course';

describeInBrowser('Pausing and throttling', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, OPERATOR_KEY });
    await inviteMember(app);
  });
  afterAll(() => app?.stop());

  test('a paused workflow shows it, holds its runs, and starts them when a member resumes it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'To be paused');
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Actions for To be paused' }).click();
    await page.getByRole('menuitem', { name: 'Pause…' }).click();
    await page.getByRole('button', { name: 'Pause workflow' }).click();
    await page.getByRole('row').filter({ hasText: 'To be paused' }).getByText('Paused', { exact: true }).waitFor();

    const id = await startRun(context, workflow);
    await openWaiting(page, context, id, 'pause');
    await page.getByRole('status').getByText('Waiting: paused').waitFor();
    expect(await seriousProblems(page, 'a waiting session')).toEqual([]);
    await page.goto('/sessions');
    const held = page.getByRole('row').filter({ hasText: 'To be paused' });
    await held.getByText('Waiting: paused').waitFor();
    await held.getByRole('cell', { name: 'Not yet' }).waitFor();

    // Sessions that are paused on purpose are not a backlog that needs attention.
    await page.goto('/');
    const waiting = page.getByRole('link').filter({ hasText: 'Queued' });
    await waiting.getByText('1 on hold', { exact: true }).waitFor();

    const member = await app.open({ as: MEMBER, path: `/workflows/${workflow.id}` });
    await member.page.getByText('This workflow is paused').waitFor();
    await member.page.getByText('Any member can resume it').waitFor();
    expect(await seriousProblems(member.page, 'a paused workflow')).toEqual([]);
    await page.goto(`/sessions/${id}`);
    await page.getByRole('link', { name: 'Show the workflow' }).click();
    await page.getByText('This workflow is paused').waitFor();
    await page
      .getByRole('link')
      .filter({ hasText: /^Queued\s*1/ })
      .waitFor();
    await member.page.getByRole('button', { name: 'Resume' }).click();
    await member.page.getByText('This workflow is paused').waitFor({ state: 'detached' });
    await page.goto(`/sessions/${id}`);
    await page.locator('header [data-status="SUCCEEDED"]').waitFor();

    // It can also be paused on the workflow's page and in the editor.
    await page.goto(`/workflows/${workflow.id}/activity`);
    await page.getByRole('heading', { name: 'Queued and running' }).waitFor();
    await page.getByRole('button', { name: 'Pause…' }).click();
    await page.getByRole('button', { name: 'Pause workflow' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause…' }).waitFor();
    await page.getByRole('link', { name: 'Open editor' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Pause…' }).click();
    await page.getByRole('button', { name: 'Pause workflow' }).click();
    await page.getByText('This workflow is paused').waitFor();
    expect([...complaints, ...member.complaints]).toEqual([]);
    await Promise.all([leave(), member.leave()]);
  });

  test('an organization that the operator paused shows that only the operator can resume it', async () => {
    const { page, context, leave } = await app.open();
    const { organizationId } = (await (await context.request.get('/v1/caller')).json()) as { organizationId: string };
    const ask = (verb: string) =>
      fetch(`${app.baseUrl}/v1/operator/organizations/${organizationId}/${verb}`, {
        method: 'POST',
        headers: { 'x-api-key': OPERATOR_KEY },
      });
    expect((await ask('pause')).status).toBe(200);
    try {
      await page.goto('/workflows');
      await page.getByText('This organization is paused').waitFor();
      await page.getByText('Only the operator of this service can resume it.').waitFor();
    } finally {
      await ask('resume');
    }
    await leave();
  });

  test('an admin sets, changes and deletes the throttle of a host; a member may not', async () => {
    const { page, context, complaints, leave } = await app.open({ path: '/settings/throttles' });
    await page.getByText('No throttles yet').waitFor();
    await page.getByRole('button', { name: 'New throttle' }).click();
    const dialog = page.getByRole('dialog', { name: 'New throttle' });
    await dialog.getByRole('textbox', { name: 'Host' }).fill('https://api.example.com/v1');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('must be a host without scheme, port or path').waitFor();
    await dialog.getByRole('textbox', { name: 'Host' }).fill('API.example.com');
    await dialog.getByLabel('Calls per second').fill('0.5');
    await dialog.getByLabel('Burst').fill('3');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row').filter({ hasText: 'api.example.com' });
    await row.getByRole('cell', { name: '1 call in 2 seconds, 3 at the same time after a pause' }).waitFor();
    expect(await seriousProblems(page, 'throttles')).toEqual([]);

    await row.getByRole('button', { name: 'Change the throttle of api.example.com' }).click();
    const change = page.getByRole('dialog', { name: 'Change the throttle of api.example.com' });
    await change.getByLabel('Calls per second').fill('20');
    await change.getByLabel('Burst').fill('1');
    await change.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('cell', { name: '20 calls per second' }).waitFor();
    const stored = await (await context.request.get('/v1/organization/throttles/api.example.com')).json();
    expect(stored).toMatchObject({ perSecond: 20, burst: 1 });

    const member = await app.open({ as: MEMBER, path: '/settings/throttles' });
    await member.page.getByText('Only admins of the organization').waitFor();
    const refused = await member.context.request.put('/v1/organization/throttles/api.example.com', {
      data: { perSecond: 1 },
      headers: { origin: app.baseUrl },
    });
    expect(refused.status()).toBe(403);

    await row.getByRole('button', { name: 'Delete the throttle of api.example.com' }).click();
    await page.getByRole('button', { name: 'Delete throttle', exact: true }).click();
    await page.getByText('No throttles yet').waitFor();
    expect(complaints).toEqual([]);
    await Promise.all([leave(), member.leave()]);
  });
});
