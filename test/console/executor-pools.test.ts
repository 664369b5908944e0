import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow, openWaiting, startRun } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Executor pools', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole({ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password });
  });
  afterAll(() => app?.stop());

  test('an author chooses a pool, and its session waits with the reason until an executor of it starts', async () => {
    const { page, context, complaints } = await app.open();
    const workflow = await makeWorkflow(context, 'Reports', chain(), false);
    await page.goto(`/workflows/${workflow.id}`);
    await page.getByRole('button', { name: 'Flow control' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer.getByRole('switch', { name: 'Executor pool' }).click();
    const name = drawer.getByRole('textbox', { name: 'Name of the pool' });
    await name.fill('Reports!');
    await drawer.getByText('Use 1 to 40 lowercase letters, digits and hyphens').waitFor();
    await name.fill('reports');
    await drawer.getByText('Waiting sessions move there when you publish').waitFor();
    await editorSaved(page);
    const read = async () => (await (await context.request.get(`/v1/workflows/${workflow.id}`)).json()) as object;
    expect(await read()).toMatchObject({ pool: 'reports' });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Publish' }).click();
    const publishing = page.getByRole('dialog', { name: 'Publish' });
    await publishing.getByText('No executor of the pool reports has run for a day').waitFor();
    await publishing.getByRole('button', { name: 'Publish' }).click();
    await publishing.waitFor({ state: 'detached' });

    const id = await startRun(context, workflow);
    await openWaiting(page, context, id, 'executor');
    const notice = page.getByRole('status').filter({ hasText: 'No executor of the pool reports is running' });
    await notice.getByText('starts when the operator of this service starts an executor').waitFor();
    expect(await seriousProblems(page, 'a session without an executor of its pool')).toEqual([]);
    await page.goto('/');
    await page.getByRole('alert').getByText('No executor of reports is running').waitFor();

    await page.goto(`/sessions/${id}`);
    await notice.waitFor();
    await app.startExecutor({ EXECUTOR_POOL: 'reports' });
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    await notice.waitFor({ state: 'detached' });
    await page.getByText('Executor pool', { exact: true }).waitFor();
    await page.getByText('reports', { exact: true }).waitFor();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Queued and running' }).waitFor();
    await page.getByText('No executor of reports is running').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });
});
