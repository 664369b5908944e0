import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Flow } from '@workflow/workflow-model';
import type { BrowserContext, Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { editorSaved, typeInto } from './canvas-actions.ts';
import { chain, inviteMember, makeWorkflow, MEMBER, post, startRun } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

const OPERATOR_KEY = 'the key of the operator, of course';

/** A workflow that waits for an hour. */
function longChain(flow?: Flow) {
  const made = chain({ type: 'delay', name: 'Sleep', config: { seconds: 3_600 } });
  return { ...made, definition: { ...made.definition, ...(flow && { flow }) } };
}

async function flowOf(context: BrowserContext, id: string): Promise<Flow | undefined> {
  return ((await (await context.request.get(`/v1/workflows/${id}`)).json()) as { flow?: Flow }).flow;
}

/** Opens a session's page once the session waits for this. */
async function openWaiting(page: Page, context: BrowserContext, id: string, waitingFor: string): Promise<void> {
  const read = async () => (await context.request.get(`/v1/sessions/${id}`)).json();
  await waitFor(async () => (await read()).waitingFor === waitingFor, { what: `${id} to wait for ${waitingFor}` });
  await page.goto(`/sessions/${id}`);
}

describeInBrowser('Flow control', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, OPERATOR_KEY });
    await inviteMember(app);
  });
  afterAll(() => app?.stop());

  test('the rules of a workflow are set in a form that says what they mean, and saved exactly', async () => {
    const { page, context, complaints } = await app.open();
    const before: Flow = { gather: { quietSeconds: 2, maxSeconds: 30, maxItems: 7, deliver: 'all' }, priority: 'low' };
    const made = chain();
    const { id } = await makeWorkflow(context, 'Limited', {
      ...made,
      definition: { ...made.definition, flow: before },
    });
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Flow control' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer.getByText('It starts when none came for 2 seconds, at the latest after 30 seconds').waitFor();
    await drawer.getByText('has all of them as the placeholder “gathered”').waitFor();
    await drawer.getByText('One start in ten is kept for them').waitFor();

    await drawer.getByRole('switch', { name: 'Limit sessions at once' }).click();
    await drawer.getByText('At most 1 session of this workflow runs at once; others wait.').waitFor();
    await drawer.getByRole('textbox', { name: 'Sessions at once' }).fill('5');
    await drawer.getByRole('textbox', { name: 'Counted per' }).click();
    await page.keyboard.type('na');
    await page.getByRole('option', { name: /^name/ }).waitFor();
    await page.keyboard.press('Tab');
    await drawer.getByText('At most 5 sessions per name run at once; others wait.').waitFor();
    await drawer.getByRole('combobox', { name: 'At the limit' }).selectOption({ label: 'Skip the new one' });
    await drawer.getByText('others are skipped').waitFor();
    await drawer.getByText('Must be “Wait” while the order is kept').waitFor();
    await drawer.getByRole('combobox', { name: 'At the limit' }).selectOption({ label: 'Cancel the oldest' });
    await drawer.getByText('another one cancels the oldest').waitFor();
    await drawer.getByRole('combobox', { name: 'At the limit' }).selectOption({ label: 'Wait' });
    await drawer.getByText('Must be “Wait”').waitFor({ state: 'detached' });

    await drawer.getByRole('switch', { name: 'Keep the order' }).click();
    await typeInto(page, 'In order per', 'nobody');
    await drawer.getByText('No trigger makes the placeholder nobody').waitFor();
    expect(await seriousProblems(page, 'flow control')).toEqual([]);
    await typeInto(page, 'In order per', 'name');
    await drawer.getByText('Sessions per name run one at a time').waitFor();
    await drawer.getByText('No trigger makes').waitFor({ state: 'detached' });
    await editorSaved(page);
    const after: Flow = {
      ...before,
      concurrency: { limit: 5, key: 'name', onLimit: 'queue' },
      order: { key: 'name' },
    };
    await waitFor(async () => JSON.stringify(await flowOf(context, id)).includes('"order"'), { what: 'the order' });
    expect(await flowOf(context, id)).toEqual(after);

    // Switched off again, nothing of them is left.
    for (const rule of ['Limit sessions at once', 'Keep the order', 'Gather requests'])
      await drawer.getByRole('switch', { name: rule }).click();
    await drawer.getByRole('combobox', { name: 'Priority' }).selectOption({ index: 0 });
    await drawer.getByText('Nothing is limited').waitFor();
    await waitFor(async () => (await flowOf(context, id)) === undefined, { what: 'a draft without flow' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a problem of flow control prevents publishing, and leads to its field', async () => {
    const { page, context } = await app.open();
    const made = chain();
    const flow: Flow = { order: { key: 'nobody' } };
    const workflow = { ...made, definition: { ...made.definition, flow } };
    const { id } = await makeWorkflow(context, 'Wrong key', workflow, false);
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('In order per: no trigger makes the placeholder nobody').waitFor();
    await dialog.getByRole('button', { name: 'Flow control' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer.getByText('No trigger makes the placeholder nobody').waitFor();
    await context.close();
  });

  test('a paused workflow says so, keeps its runs, and starts them when a member resumes it', async () => {
    const { page, context, complaints } = await app.open();
    const workflow = await makeWorkflow(context, 'To be paused');
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Actions for To be paused' }).click();
    await page.getByRole('menuitem', { name: 'Pause…' }).click();
    await page.getByRole('button', { name: 'Pause workflow' }).click();
    await page.getByRole('row').filter({ hasText: 'To be paused' }).getByText('Paused', { exact: true }).waitFor();

    const id = await startRun(context, workflow);
    await openWaiting(page, context, id, 'pause');
    await page.getByRole('status').getByText('Waits until the pause is over').waitFor();
    expect(await seriousProblems(page, 'a waiting session')).toEqual([]);
    await page.goto('/sessions');
    await page
      .getByRole('row')
      .filter({ hasText: 'To be paused' })
      .getByText('Waits until the pause is over')
      .waitFor();

    const member = await app.open({ as: MEMBER, path: `/workflows/${workflow.id}` });
    await member.page.getByText('This workflow is paused').waitFor();
    await member.page.getByText('Every member of the organization can resume it').waitFor();
    expect(await seriousProblems(member.page, 'a paused workflow')).toEqual([]);
    await page.goto(`/sessions/${id}`);
    await page.getByRole('link', { name: 'Show the workflow' }).click();
    await page.getByText('This workflow is paused').waitFor();
    await member.page.getByRole('button', { name: 'Resume' }).click();
    await member.page.getByText('This workflow is paused').waitFor({ state: 'detached' });
    await page.goto(`/sessions/${id}`);
    await page.locator('header [data-status="SUCCEEDED"]').waitFor();

    // The other two places to pause it: the workflow's page and the editor.
    await page.goto(`/workflows/${workflow.id}/activity`);
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
    await Promise.all([context.close(), member.context.close()]);
  });

  test('an organization that the operator paused says who alone can resume it', async () => {
    const { page, context } = await app.open();
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
      await page.getByText('The operator of this service paused it, and alone can resume it.').waitFor();
    } finally {
      await ask('resume');
    }
    await context.close();
  });

  test('a session at the limit says what it waits for, and leads to the rule', async () => {
    const { page, context, complaints } = await app.open();
    const workflow = await makeWorkflow(context, 'One at a time', longChain({ concurrency: { limit: 1 } }));
    const first = await startRun(context, workflow);
    const second = await startRun(context, workflow);
    await openWaiting(page, context, first, 'delay');
    await page.getByRole('status').getByText('A delay, or the pause before another try, is not over.').waitFor();
    await openWaiting(page, context, second, 'concurrency');
    await page.getByRole('status').getByText('Waits for the limit of the workflow').waitFor();
    await page.getByRole('link', { name: 'Show the rule' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer.getByText('At most 1 session of this workflow runs at once; others wait.').waitFor();

    await page.goto(`/sessions/${second}`);
    await post(context, `/v1/sessions/${first}/cancel`);
    await page.getByText('Waits for the limit of the workflow').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('an admin sets, changes and deletes the throttle of a host; a member may not', async () => {
    const { page, context, complaints } = await app.open({ path: '/settings/throttles' });
    await page.getByText('No throttles yet').waitFor();
    await page.getByRole('button', { name: 'New throttle' }).click();
    const dialog = page.getByRole('dialog', { name: 'New throttle' });
    await dialog.getByRole('textbox', { name: 'Host' }).fill('https://api.example.com/v1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('must be a host without scheme, port or path').waitFor();
    await dialog.getByRole('textbox', { name: 'Host' }).fill('API.example.com');
    await dialog.getByLabel('Calls a second').fill('0.5');
    await dialog.getByLabel('Burst').fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'api.example.com' });
    await row.getByRole('cell', { name: '1 call in 2 seconds, 3 at once after a pause' }).waitFor();
    expect(await seriousProblems(page, 'throttles')).toEqual([]);

    await row.getByRole('button', { name: 'Change the throttle of api.example.com' }).click();
    const change = page.getByRole('dialog', { name: 'Change the throttle of api.example.com' });
    await change.getByLabel('Calls a second').fill('20');
    await change.getByLabel('Burst').fill('1');
    await change.getByRole('button', { name: 'Save' }).click();
    await row.getByRole('cell', { name: '20 calls a second' }).waitFor();
    const kept = await (await context.request.get('/v1/organization/throttles/api.example.com')).json();
    expect(kept).toMatchObject({ perSecond: 20, burst: 1 });

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
    await Promise.all([context.close(), member.context.close()]);
  });

  test('refused deliveries stand beside the deliveries, with reason and origin', async () => {
    const { page, context, complaints } = await app.open();
    const { definition } = chain();
    const hook = { id: crypto.randomUUID(), type: 'webhook', name: 'Orders', output: 'order', config: {} };
    definition.components.push(hook);
    const workflow = await makeWorkflow(context, 'Refuses', { definition, inputId: '' });
    const path = `/v1/workflows/${workflow.id}/components/${hook.id}/token`;
    const { token } = (await (await post(context, path)).json()) as { token: string };
    const address = `${app.baseUrl}/webhook/${workflow.id}`;
    await page.goto(`/workflows/${workflow.id}/activity?show=deliveries`);
    await page.getByText('None so far.').waitFor();
    const statuses = [
      (await fetch(address, { method: 'POST', headers: { token: 'wrong' } })).status,
      (await fetch(address, { method: 'PUT', headers: { token }, body: 'seven b' })).status,
    ];
    expect(statuses).toEqual([403, 405]);
    const table = page.getByRole('table', { name: 'The last ones' });
    const method = table.getByRole('row').filter({ hasText: 'HTTP method not taken' });
    await method.getByRole('cell', { name: 'Orders' }).waitFor();
    await method.getByRole('cell', { name: '7 bytes' }).waitFor();
    await table.getByRole('row').filter({ hasText: 'Token missing or wrong' }).getByText('403').waitFor();
    await page.getByRole('term').filter({ hasText: 'HTTP method not taken' }).waitFor();
    expect(await seriousProblems(page, 'refusals')).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
