import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const CODE = {
  type: 'code',
  name: 'Count',
  output: 'count',
  config: { source: 'const more = 1;\nreturn placeholders.name.length + more;', type: 'NUMBER' },
};

describeInBrowser('Required inputs', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the test form shows what is required, and code that misses it is marked where it reads it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const made = chain(CODE);
    made.definition.components[0]!.config = {
      placeholders: [
        { key: 'name', type: 'TEXT' },
        { key: 'note', type: 'TEXT', optional: true },
        { key: 'since', type: 'DATE_TIME', optional: true },
        { key: 'customer', type: 'OBJECT', fields: [{ key: 'city', type: 'TEXT' }] },
      ],
    };
    made.definition.components[2]!.config = { value: '{{ count }}' };
    const { id } = await makeWorkflow(context, 'Counts', made, false);
    await page.goto(`/workflows/${id}`);

    await card(page, 'Start').click();
    await page.getByText('Callers send its fields as customer.…').waitFor();
    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test run' });
    const warning = dialog.getByText('Required and empty: name, customer.');
    await warning.waitFor();
    expect(await dialog.getByText('required', { exact: true }).count()).toBe(2);
    expect(await dialog.getByText('optional', { exact: true }).count()).toBe(2);
    await dialog.getByText('Date and time', { exact: true }).waitFor();
    await dialog.getByText('Send as customer.…').waitFor();
    expect(await seriousProblems(page, 'the form of a test')).toEqual([]);
    await dialog.getByLabel('city', { exact: true }).fill('Paris');
    await dialog.getByText('Required and empty: name.').waitFor();
    await page.keyboard.press('Escape');
    // Only the API starts a session without a required value.
    const placeholderValues = { 'customer.city': 'Paris' };
    const data = { workflowId: id, componentId: made.inputId, mode: 'TEST', placeholderValues };
    const { sessionId } = (await (await post(context, '/v1/workflow/run', data)).json()) as { sessionId: string };
    await waitFor(
      async () => (await (await context.request.get(`/v1/sessions/${sessionId}`)).json()).status === 'FAILED',
      { what: 'the failure' },
    );
    await page.reload();
    await card(page, 'Count').getByText('Last run failed: placeholder name has no value').waitFor();

    await card(page, 'Count').click({ position: { x: 20, y: 20 } });
    await page.getByText('Last run: placeholder name has no value (line 2, column 20)').waitFor();
    const marked = page.locator('.cm-failed-line');
    expect(await marked.innerText()).toContain('return placeholders.name.length');
    expect(await seriousProblems(page, 'a program that failed')).toEqual([]);
    await page.getByRole('textbox', { name: 'Code' }).click();
    await page.keyboard.type(' ');
    await marked.waitFor({ state: 'detached' });

    const { items } = await (await context.request.get(`/v1/sessions?workflowId=${id}`)).json();
    await page.goto(`/sessions/${items[0].id}`);
    await page.getByText('Missing required value: name').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
