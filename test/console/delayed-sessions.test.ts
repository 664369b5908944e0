import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { editorSaved } from './canvas-actions.ts';
import { makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Sessions that start later', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a delayed session shows when it starts, and is started now', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id: workflowId, inputId: componentId } = await makeWorkflow(context, 'Later');
    const answer = await post(context, '/v1/workflow/run', {
      workflowId,
      componentId,
      placeholderValues: { name: 'Ada' },
      startAfterSeconds: 3 * 3_600 + 60,
      expireAfterSeconds: 600,
    });
    const { sessionId } = (await answer.json()) as { sessionId: string };
    await page.goto('/sessions');
    await page.getByRole('row').filter({ hasText: 'Later' }).getByText('Starts in 3 h').waitFor();
    await page.goto(`/sessions/${sessionId}`);
    const notice = page.getByRole('status').filter({ hasText: 'Starts in 3 h' });
    await notice.getByText('The caller delayed the start until').waitFor();
    await page.getByText('Expires', { exact: true }).waitFor();
    expect(await seriousProblems(page, 'a delayed session')).toEqual([]);
    await notice.getByRole('button', { name: 'Start now' }).click();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    await notice.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('an author lets sessions expire', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Expiring');
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Flow control' }).click();
    const drawer = page.getByRole('dialog', { name: 'Flow control' });
    await drawer.getByRole('switch', { name: 'Expire in the queue' }).click();
    await drawer.getByRole('textbox', { name: 'Expires after (seconds)' }).fill('90');
    await editorSaved(page);
    const stored = (await (await context.request.get(`/v1/workflows/${id}`)).json()) as { expireAfterSeconds: number };
    expect(stored.expireAfterSeconds).toBe(90);
    await drawer.getByRole('switch', { name: 'Expire in the queue' }).click();
    await editorSaved(page);
    expect(await (await context.request.get(`/v1/workflows/${id}`)).json()).not.toHaveProperty('expireAfterSeconds');
    expect(complaints).toEqual([]);
    await leave();
  });
});
