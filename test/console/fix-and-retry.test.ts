import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Definition } from '@workflow/workflow-model';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, isWithinCanvas, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const config = { expression: '$error("the divisor is zero")', type: 'NUMBER' };
const DIVIDE = { type: 'transform', name: 'Divide', output: 'quotient', config };

/** Saves the workflow with a correct division and publishes it. */
async function fixWorkflow(context: BrowserContext, id: string, definition: Definition, publish = true): Promise<void> {
  const components = definition.components.map((one) =>
    one.name === 'Divide' ? { ...one, config: { expression: '42', type: 'NUMBER' } } : one,
  );
  const { origin } = new URL(context.pages()[0]?.url() ?? '');
  const saved = await context.request.put(`/v1/workflows/${id}`, {
    data: { name: 'Mended', description: '', components, connections: definition.connections },
    headers: { origin, 'if-match': '*' },
  });
  expect(saved.status()).toBe(200);
  const published = publish ? await post(context, `/v1/workflows/${id}/publish`) : saved;
  expect(published.ok()).toBe(true);
}

describeInBrowser('A failed session of a workflow that was mended', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function failed(context: BrowserContext, name: string, mode?: string, ...before: (typeof DIVIDE)[]) {
    const built = chain(...before, DIVIDE);
    const workflow = await makeWorkflow(context, name, built);
    const id = await startRun(context, workflow, 'Ada', mode);
    const read = async () => (await context.request.get(`/v1/sessions/${id}`)).json();
    await waitFor(async () => (await read()).status === 'FAILED', { what: 'the failure' });
    return { ...built, workflowId: workflow.id, id };
  }

  test('is retried with the new version first, which shows what changed', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id, workflowId, definition } = await failed(context, 'Fails');
    await page.goto(`/sessions/${id}`);
    await page.getByRole('button', { name: 'Retry from failed step' }).waitFor();
    await fixWorkflow(context, workflowId, definition);
    await page.reload();
    await page.getByRole('button', { name: 'Retry with version 2…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retry with version 2' });
    await dialog.getByText('Divide', { exact: true }).waitFor();
    await dialog.getByText('Keeps the result of 1 step and runs the rest again.').waitFor();
    expect(await seriousProblems(page, 'retry with another version')).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('Retry 1 ran version 2 instead of version 1').waitFor();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    // The link to the version opens that version.
    await page.getByRole('link', { name: 'Version 2' }).click();
    const versions = page.getByRole('dialog', { name: 'Versions' });
    await versions.getByRole('button', { name: 'Compare with draft', expanded: true }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('shows why it cannot continue with the new version', async () => {
    const { page, context, leave } = await app.open();
    const { id, workflowId, definition } = await failed(context, 'Cannot go on');
    const [start, ...others] = definition.components;
    const placeholders = [{ key: 'name', type: 'BOOLEAN' }];
    await fixWorkflow(context, workflowId, {
      ...definition,
      components: [{ ...start!, config: { placeholders } }, ...others],
    });
    await page.goto(`/sessions/${id}`);
    await page.getByRole('button', { name: 'Retry with version 2…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/does not take its values: placeholderValues\.name/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Retry from failed step' }).isDisabled()).toBe(true);
    await leave();
  });

  test('of a test is retried with the draft, and its failed component is one click away', async () => {
    const { page, context, leave } = await app.open();
    const { id, workflowId, definition } = await failed(context, 'Draft', 'TEST');
    await page.goto(`/sessions/${id}`);
    await page.getByRole('link', { name: 'Edit the component Divide' }).click();
    await page.getByRole('complementary', { name: 'Component' }).or(page.locator('[data-component-panel]')).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/workflows/${workflowId}`);
    expect(await page.locator('[data-component-panel]').getByLabel('Name', { exact: true }).inputValue()).toBe(
      'Divide',
    );
    await fixWorkflow(context, workflowId, definition, false);
    await page.goto(`/sessions/${id}`);
    await page.getByRole('button', { name: 'Retry with the draft…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry from failed step' }).click();
    await page.getByText('Retry 1 used the draft of that time').waitFor();
    await leave();
  });

  test('shows the failed component when it is opened to be edited, however far to the right it is', async () => {
    const { page, context, leave } = await app.open();
    const before = ['First', 'Second', 'Third'].map((name) => ({
      ...DIVIDE,
      name,
      output: name.toLowerCase(),
      config: { expression: 'name', type: 'TEXT' },
    }));
    const { id, workflowId } = await failed(context, 'Far', 'TEST', ...before);
    // The parts of the editor are loaded by now and appear together.
    await page.goto(`/workflows/${workflowId}?component=`);
    await card(page, 'First').click();
    await page.locator('[data-component-panel]').waitFor();
    await page.getByRole('link', { name: 'Sessions' }).first().click();
    await page.locator(`main a[href="/sessions/${id}"]`).click();
    await page.getByRole('link', { name: 'Edit the component Divide' }).click();
    await waitFor(() => isWithinCanvas(page, 'Divide'), { what: 'the failed component in view' });
    await viewAtRest(page);
    expect(await isWithinCanvas(page, 'Divide')).toBe(true);
    await leave();
  });

  test('is retried in bulk', async () => {
    const { page, context, leave } = await app.open();
    const { id, workflowId, definition } = await failed(context, 'In bulk');
    await fixWorkflow(context, workflowId, definition);
    await page.goto(`/sessions?workflowId=${workflowId}`);
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Retry failed sessions with the latest version…' }).click();
    await page.getByText('1 session will change.').waitFor();
    await page.getByRole('button', { name: 'Retry sessions' }).click();
    await page.getByText('1 session retried.').waitFor();
    const read = async () => (await context.request.get(`/v1/sessions/${id}`)).json();
    await waitFor(async () => (await read()).status === 'SUCCEEDED', { what: 'the end of the retry' });
    await leave();
  });
});
