import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Flow } from '@workflow/workflow-model';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { editorSaved, typeInto } from './canvas-actions.ts';
import { chain, makeWorkflow, openWaiting, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** Returns a workflow that waits for an hour. */
function longChain(flow?: Flow) {
  const made = chain({ type: 'delay', name: 'Sleep', config: { seconds: 3_600 } });
  return { ...made, definition: { ...made.definition, ...(flow && { flow }) } };
}

async function flowOf(context: BrowserContext, id: string): Promise<Flow | undefined> {
  return ((await (await context.request.get(`/v1/workflows/${id}`)).json()) as { flow?: Flow }).flow;
}

describeInBrowser('Flow control', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the rules of a workflow are set in a form that explains them, and saved exactly', async () => {
    const { page, context, complaints, leave } = await app.open();
    const before: Flow = { gather: { quietSeconds: 2, maxSeconds: 30, maxItems: 7, deliver: 'all' }, priority: 'low' };
    const made = chain();
    const { id } = await makeWorkflow(context, 'Limited', {
      ...made,
      definition: { ...made.definition, flow: before },
    });
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Flow control' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer.getByText('It starts after 2 seconds without a new request, or after 30 seconds').waitFor();
    await drawer.getByText('gets all requests in the placeholder “gathered”').waitFor();
    await drawer.getByText('One in ten starts is reserved for sessions with low priority').waitFor();

    await drawer.getByRole('switch', { name: 'Limit concurrent sessions' }).click();
    await drawer
      .getByText('At most 1 session of this workflow runs at the same time; further sessions wait.')
      .waitFor();
    await drawer.getByRole('textbox', { name: 'Concurrent sessions' }).fill('5');
    await drawer.getByRole('textbox', { name: 'Limit per (expression)' }).click();
    await page.keyboard.type('na');
    await page.getByRole('option', { name: /^name/ }).waitFor();
    await page.keyboard.press('Tab');
    await drawer
      .getByText('At most 5 sessions with the same name run at the same time; further sessions wait.')
      .waitFor();
    await drawer.getByRole('combobox', { name: 'At the limit' }).selectOption({ label: 'Skip the new one' });
    await drawer.getByText('further sessions are skipped').waitFor();
    await drawer.getByText('Must be “Wait” while sessions run in order').waitFor();
    await drawer.getByRole('combobox', { name: 'At the limit' }).selectOption({ label: 'Cancel the oldest' });
    await drawer.getByText('a further session cancels the oldest').waitFor();
    await drawer.getByRole('combobox', { name: 'At the limit' }).selectOption({ label: 'Wait' });
    await drawer.getByText('Must be “Wait”').waitFor({ state: 'detached' });

    await drawer.getByRole('switch', { name: 'Keep the order' }).click();
    await typeInto(page, 'Order per (expression)', 'nobody');
    await drawer.getByText('No trigger produces the placeholder nobody').waitFor();
    expect(await seriousProblems(page, 'flow control')).toEqual([]);
    await typeInto(page, 'Order per (expression)', 'name');
    await drawer.getByText('Sessions with the same name run one at a time').waitFor();
    await drawer.getByText('No trigger produces').waitFor({ state: 'detached' });
    await editorSaved(page);
    const after: Flow = {
      ...before,
      concurrency: { limit: 5, key: 'name', onLimit: 'queue' },
      order: { key: 'name' },
    };
    await waitFor(async () => (await flowOf(context, id))?.order?.key === 'name', { what: 'the order' });
    expect(await flowOf(context, id)).toEqual(after);

    // After they are switched off, nothing of them is left.
    for (const rule of ['Limit concurrent sessions', 'Keep the order', 'Gather requests'])
      await drawer.getByRole('switch', { name: rule }).click();
    await drawer.getByRole('combobox', { name: 'Priority' }).selectOption({ index: 0 });
    await drawer.getByText('No rule is on').waitFor();
    await waitFor(async () => (await flowOf(context, id)) === undefined, { what: 'a draft without flow' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a problem of flow control prevents publishing, and leads to its field', async () => {
    const { page, context, leave } = await app.open();
    const made = chain();
    const flow: Flow = { order: { key: 'nobody' } };
    const workflow = { ...made, definition: { ...made.definition, flow } };
    const { id } = await makeWorkflow(context, 'Wrong key', workflow, false);
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('Order per (expression): no trigger produces the placeholder nobody').waitFor();
    await dialog.getByRole('button', { name: 'Flow control' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer.getByText('No trigger produces the placeholder nobody').waitFor();
    await leave();
  });

  test('a session at the limit shows what it waits for, with a link to the rule', async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'One at a time', longChain({ concurrency: { limit: 1 } }));
    const first = await startRun(context, workflow);
    const second = await startRun(context, workflow);
    await openWaiting(page, context, first, 'delay');
    await page
      .getByRole('status')
      .getByText(/^Sleep continues on \d/)
      .waitFor();
    await openWaiting(page, context, second, 'concurrency');
    await page.getByRole('status').getByText('Waiting: concurrency limit reached').waitFor();
    await page.getByRole('link', { name: 'Show the rule' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer
      .getByText('At most 1 session of this workflow runs at the same time; further sessions wait.')
      .waitFor();

    await page.goto(`/sessions/${second}`);
    await post(context, `/v1/sessions/${first}/cancel`);
    await page.getByText('Waiting: concurrency limit reached').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await leave();
  });
});
