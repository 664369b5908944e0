import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The sessions that a session started', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the items of For each are listed in their order, many by pages, and those that failed with why', async () => {
    const { page, context, complaints, leave } = await app.open();
    const source = "if (placeholders.name === 'item 3') throw new Error('no third item'); return 1;";
    const check = { type: 'code', name: 'Check', output: 'checked', config: { source, type: 'NUMBER' } };
    const child = await makeWorkflow(context, 'One item', chain(check));
    const config = {
      items: '{{ [1..55].("item " & $) }}',
      workflowId: child.id,
      componentId: child.inputId,
      itemKey: 'name',
      concurrency: 20,
      onItemError: 'continue',
    };
    const forEach = { type: 'for-each', name: 'Each', output: 'results', config };
    const parent = await makeWorkflow(context, 'All items', chain(forEach));
    const id = await startRun(context, parent);
    await waitFor(async () => (await (await context.request.get(`/v1/sessions/${id}`)).json()).status === 'SUCCEEDED', {
      what: 'the end of all items',
    });
    const links = page.getByRole('link', { name: 'One item', exact: true });
    const items = page.getByText(/^name: item \d+$/);
    // More than one page, newest first.
    await page.route('**/started', async (route) => {
      const response = await route.fetch();
      const { items: counts } = await response.json();
      await route.fulfill({ response, json: { items: counts.map((one: object) => ({ ...one, total: 255 })) } });
    });
    await page.goto(`/sessions/${id}`);
    await page.getByText('Newest first.').first().waitFor();
    await page.getByText('name: item 55', { exact: true }).waitFor();
    expect([await links.count(), await items.first().innerText()]).toEqual([50, 'name: item 55']);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('name: item 1', { exact: true }).waitFor();
    expect(await links.count()).toBe(55);

    await page.unroute('**/started');
    await page.reload();
    await page.getByRole('heading', { name: 'Sessions started by Each' }).waitFor();
    const counts = page.getByText('55 sessions: 54 succeeded, 1 failed');
    await waitFor(async () => (await counts.count()) === 2, { what: 'the counts in the list and on the canvas' });
    await page.getByText('name: item 55', { exact: true }).waitFor();
    expect([await links.count(), await items.first().innerText()]).toEqual([55, 'name: item 1']);

    await page.getByRole('radiogroup', { name: 'Shown sessions of Each' }).getByText('Failed').click();
    await page.getByText('name: item 55', { exact: true }).waitFor({ state: 'detached' });
    await page.getByText(/no third item/).waitFor();
    expect(await links.count()).toBe(1);
    expect(await seriousProblems(page, 'started sessions')).toEqual([]);
    await links.click();
    await page
      .getByText(/no third item/)
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a test run that failed in another workflow leads to the session there', async () => {
    const { page, context, leave } = await app.open();
    const source = "throw new Error('the child cannot');";
    const child = await makeWorkflow(
      context,
      'Failing child',
      chain({ type: 'code', name: 'Fail', output: 'failed', config: { source, type: 'NUMBER' } }),
    );
    const config = { workflowId: child.id, componentId: child.inputId, placeholderValues: { name: 'Ada' }, wait: true };
    const parent = await makeWorkflow(
      context,
      'Failing parent',
      chain({ type: 'run-workflow', name: 'Call', output: 'called', config }),
    );
    await page.goto(`/workflows/${parent.id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    await page.getByRole('dialog').getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const bar = page.getByRole('status', { name: 'Test run' });
    await bar.getByText('the child cannot').waitFor();
    await bar.getByRole('link', { name: /^[0-9a-f-]{36}$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Failing child' }).waitFor();
    await page.getByRole('alert').getByText('the child cannot').first().waitFor();
    await leave();
  });
});
