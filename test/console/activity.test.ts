import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const FAILING = {
  type: 'transform',
  name: 'Divide',
  output: 'quotient',
  config: { expression: '$error("the divisor is zero")', type: 'NUMBER' },
};

/** Charts and failures are shown in rows without empty halves: the last panel of each row ends where the others do. */
async function figuresAreShown(page: Page, ended: string): Promise<void> {
  await page.getByText(ended).waitFor();
  const panels = await page.locator('section:has(> header h2)').evaluateAll((sections) =>
    sections.map((section) => {
      const { top, right } = section.getBoundingClientRect();
      return { top: Math.round(top), right: Math.round(right) };
    }),
  );
  const rows = [...Map.groupBy(panels, ({ top }) => top).values()];
  expect(rows.map(({ length }) => length)).toEqual([2, 1]);
  expect(new Set(rows.map((row) => row.at(-1)?.right)).size).toBe(1);
}

/** Makes bulk operations of the workflow's organization fail three times, so that they pause. */
async function setOperationsAside({ system }: ConsoleSystem, workflowId: string): Promise<void> {
  const database = new Client({ connectionString: system.databaseUrl });
  await database.connect();
  await database.query(
    `INSERT INTO set_asides (organization_id, work, failures, until)
      SELECT organization_id, 'operations', 3, now() + interval '10 minutes' FROM workflows WHERE id = $1`,
    [workflowId],
  );
  await database.end();
}

describeInBrowser('What happens, where, and how slow', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the overview shows which background work fails and is delayed', async () => {
    const { page, context, complaints, leave } = await app.open();
    await page.goto('/');
    const notice = page.getByRole('status').filter({ hasText: 'Some background tasks fail and are delayed' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await notice.count()).toBe(0);
    const { id } = await makeWorkflow(context, 'Set aside');
    await setOperationsAside(app, id);
    await page.reload();
    await notice.getByText('Bulk operations: failed 3 times').waitFor();
    expect(await notice.getByRole('listitem').count()).toBe(1);
    expect(await seriousProblems(page, 'overview')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('the overview leads from an error to its sessions, and to the workflow that has it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Fails often', chain(FAILING));
    await startRun(context, workflow);
    const last = await startRun(context, workflow);
    await waitFor(
      async () => {
        const { failures } = await (await context.request.get('/v1/performance?minutes=60')).json();
        return failures[0]?.count === 2;
      },
      { what: 'both failures' },
    );
    await page.goto('/');
    const failure = page.getByRole('row').filter({ hasText: 'the divisor is zero' });
    await failure.getByText('The expression failed').waitFor();
    await failure.getByText('EXPRESSION_ERROR').waitFor();
    await page.getByText('Show as table').first().click();
    await page.getByRole('link', { name: 'Show the sessions that failed with EXPRESSION_ERROR: 2' }).click();
    await page.waitForURL((url) => url.searchParams.get('text') === 'EXPRESSION_ERROR');
    await page.getByRole('row').filter({ hasText: 'Fails often' }).nth(1).waitFor();

    await page.goBack();
    await failure.getByRole('link', { name: 'Fails often' }).click();
    await page.getByRole('heading', { name: 'Fails often', level: 1 }).waitFor();
    await figuresAreShown(page, '2 sessions ended');
    await page.getByRole('tab', { name: 'Sessions' }).click();
    await page.locator(`a[href="/sessions/${last}"]`).waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByText('Published').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a session leads to those it started and back, zooms its steps, and is compared with another one', async () => {
    const { page, context, complaints, leave } = await app.open();
    const child = await makeWorkflow(context, 'The child');
    const config = {
      workflowId: child.id,
      componentId: child.inputId,
      placeholderValues: { name: '{{ name }}' },
      wait: true,
    };
    const parent = await makeWorkflow(
      context,
      'The parent',
      chain({ type: 'run-workflow', name: 'Start the child', output: 'run', config }),
    );
    await startRun(context, parent, 'Grace');
    const id = await startRun(context, parent, 'Ada');
    await page.goto(`/sessions/${id}`);
    await page.getByRole('heading', { name: /^Sessions started by / }).waitFor();
    await page.getByRole('link', { name: 'The child', exact: true }).click();
    await page.getByRole('link', { name: 'Session that started it' }).click();
    await page.waitForURL(`**/sessions/${id}`);

    // The way back goes through all of them to the list with its filter.
    const list = `/sessions?workflowId=${parent.id}`;
    await page.goto(list);
    await page.locator(`a[href="/sessions/${id}"]`).click();
    await page.getByRole('link', { name: 'The child', exact: true }).click();
    await page.getByRole('link', { name: 'Previous session' }).click();
    await page.waitForURL(`**/sessions/${id}`);
    await page.getByRole('main').getByRole('link', { name: 'Sessions', exact: true }).click();
    await page.waitForURL(`**${list}`);
    await page.goto(`/sessions/${id}`);

    await page.getByRole('button', { name: 'Zoom in on the timeline' }).click();
    await page.getByText('2×').waitFor();
    await page.getByRole('button', { name: 'Show the whole run' }).click();
    await page.getByText('1×').waitFor();

    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Compare with…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compare sessions' });
    await dialog.getByRole('combobox', { name: 'Compare with' }).click();
    await page.getByRole('option').first().click();
    const name = dialog.getByRole('row').filter({ hasText: /^name/ });
    await name.getByText('"Ada"').waitFor();
    await name.getByText('"Grace"').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('refused deliveries are shown next to the deliveries, with reason and origin', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { definition } = chain();
    const hook = { id: crypto.randomUUID(), type: 'webhook', name: 'Orders', output: 'order', config: {} };
    definition.components.push(hook);
    const workflow = await makeWorkflow(context, 'Refuses', { definition, inputId: '' });
    const path = `/v1/workflows/${workflow.id}/components/${hook.id}/token`;
    const { token } = (await (await post(context, path)).json()) as { token: string };
    const address = `${app.baseUrl}/webhook/${workflow.id}`;
    await page.goto(`/workflows/${workflow.id}/activity?show=deliveries`);
    await page.getByText('No refused deliveries.').waitFor();
    const statuses = [
      (await fetch(address, { method: 'POST', headers: { token: 'wrong' } })).status,
      (await fetch(address, { method: 'PUT', headers: { token }, body: 'seven b' })).status,
    ];
    expect(statuses).toEqual([403, 405]);
    const table = page.getByRole('table', { name: 'Latest' });
    const method = table.getByRole('row').filter({ hasText: 'HTTP method not allowed' });
    await method.getByRole('cell', { name: 'Orders' }).waitFor();
    await method.getByRole('cell', { name: '7 bytes' }).waitFor();
    await table.getByRole('row').filter({ hasText: 'Token missing or wrong' }).getByText('403').waitFor();
    await page.getByRole('term').filter({ hasText: 'HTTP method not allowed' }).waitFor();
    expect(await seriousProblems(page, 'refusals')).toEqual([]);

    // Accepted deliveries are named by their values and can be replayed. A refused replay shows the reason.
    const order = { method: 'POST', headers: { token, 'content-type': 'application/json' }, body: '{"number":17}' };
    expect((await fetch(address, order)).status).toBe(202);
    await page.getByRole('link', { name: '{"number":17}' }).waitFor();
    const replay = page.getByRole('button', { name: /^Replay the delivery/ });
    await replay.click();
    await page.getByRole('link', { name: 'Activity', exact: true }).click();
    expect((await post(context, `/v1/workflows/${workflow.id}/unpublish`)).status()).toBeLessThan(300);
    await replay.first().click();
    await page.getByRole('alert').filter({ hasText: 'not published' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
