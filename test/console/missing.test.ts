import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('What was deleted', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a deleted credential keeps its name where it is missed', async () => {
    const { page, context, leave } = await app.open();
    const made = await post(context, '/v1/organization/credentials', {
      name: 'Old shop',
      type: 'http-bearer',
      token: 't',
    });
    const { id: credential } = (await made.json()) as { id: string };
    const call = {
      type: 'http-request',
      name: 'Call',
      output: 'answer',
      config: { method: 'GET', url: 'https://example.com', credential },
    };
    const workflow = await makeWorkflow(context, 'Needs a credential', chain(call));
    const { origin } = new URL(page.url());
    const deleted = await context.request.delete(`/v1/organization/credentials/${credential}?force=true`, {
      headers: { origin },
    });
    expect(deleted.status()).toBe(204);
    await page.goto('/workflows');
    await page
      .getByRole('row')
      .filter({ hasText: 'Needs a credential' })
      .getByText('Missing: credential Old shop')
      .waitFor();
    expect(await seriousProblems(page, 'a workflow that misses something')).toEqual([]);
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Call').click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: 'Component Call' });
    await panel.getByText('The credential Old shop was deleted').waitFor();
    // The list of credentials may still be loading.
    const chosen = panel.getByRole('combobox', { name: 'Credential' }).locator('option:checked');
    await chosen.filter({ hasText: /^Deleted credential$/ }).waitFor({ state: 'attached' });
    await leave();
  });
});
