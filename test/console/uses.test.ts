import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('What uses what', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('starting a workflow that is not published is warned of, and deleting it names who starts it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const child = await makeWorkflow(context, 'Started child', chain(), false);
    const config = { workflowId: child.id, componentId: child.inputId };
    const parent = chain({ type: 'run-workflow', name: 'Start it', output: 'run', config });
    const { id } = await makeWorkflow(context, 'Starting parent', parent, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start it').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('1 warning').waitFor();
    await dialog.getByText('the workflow Started child is not published', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published').waitFor();

    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Actions for Started child' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const used = page.getByRole('dialog').getByRole('link', { name: 'Starting parent' });
    expect(await used.getAttribute('href')).toBe(`/workflows/${id}`);
    expect(complaints).toEqual([]);
    await leave();
  });
});
