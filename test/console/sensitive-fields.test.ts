import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Sensitive fields', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('an author declares one and types it hidden, and neither the session nor the browser shows it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Hide', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').click();
    const start = page.getByRole('complementary', { name: 'Component Start' });
    await start.getByRole('button', { name: 'Add field' }).click();
    await start.getByLabel('Placeholders: key 2').fill('card');
    await start.getByLabel('Sensitive').nth(1).check();
    expect(await seriousProblems(page, 'sensitive field')).toEqual([]);
    await editorSaved(page);

    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test run' });
    const field = dialog.getByRole('textbox', { name: 'card' });
    expect(await field.getAttribute('type')).toBe('password');
    await field.fill('4111-2222-3333');
    expect(await seriousProblems(page, 'sensitive value')).toEqual([]);
    await dialog.getByRole('textbox', { name: 'name' }).fill('Ada');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).toContain('Ada');
    expect(stored).not.toContain('4111');

    const { items } = (await (await context.request.get(`/v1/sessions?workflowId=${id}`)).json()) as {
      items: { id: string }[];
    };
    await page.goto(`/sessions/${items[0]?.id}`);
    await page.getByText('Sensitive values are shown as •••').waitFor();
    expect(await page.content()).not.toContain('4111-2222-3333');
    await page.getByRole('button', { name: 'Run again' }).click();
    const again = page.getByRole('dialog', { name: 'Run again' });
    await again.getByText('Sensitive values are not filled in').waitFor();
    expect(await again.getByRole('textbox', { name: 'card' }).inputValue()).toBe('');
    expect(complaints).toEqual([]);
    await leave();
  });
});
