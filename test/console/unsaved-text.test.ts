import { expect, test, afterAll, beforeAll } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, textOf, typeInto } from './canvas-actions.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const UNFINISHED = '{"total": 4';

describeInBrowser('Text that a field cannot store', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('is shown as not saved, outlives the form, and prevents publishing', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Unfinished', undefined, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    await typeInto(page, 'Value', UNFINISHED);
    const status = page.getByRole('status').filter({ hasText: 'Not saved: Value is not valid JSON' });
    await status.waitFor();
    expect(await status.getAttribute('title')).toContain('Not valid JSON');
    expect(await seriousProblems(page, 'text that is not saved')).toEqual([]);
    await page.keyboard.press('Control+s');
    await status.waitFor();

    // A test would use the last value of the field.
    await page.getByRole('button', { name: 'Test run' }).click();
    const run = page.getByRole('dialog', { name: 'Test run' });
    await run.getByLabel('name').fill('Ada');
    await run.getByRole('button', { name: 'Run', exact: true }).click();
    await run.getByRole('alert').getByText('The test did not start. Answer: Value is not saved').waitFor();
    await page.keyboard.press('Escape');
    const panel = page.getByRole('complementary', { name: 'Component Answer' });
    await panel.getByRole('tab', { name: 'Run' }).click();
    await panel.getByRole('button', { name: 'Run only this component' }).click();
    await page.getByText('The test did not start. Answer: Value is not saved').waitFor();
    const { items } = await (await context.request.get(`/v1/sessions?workflowId=${id}`)).json();
    expect(items).toEqual([]);

    await panel.getByRole('tab', { name: 'Connections' }).click();
    await panel.getByRole('tab', { name: 'Settings' }).click();
    const field = page.getByRole('textbox', { name: 'Value' });
    expect(await textOf(field)).toBe(UNFINISHED);
    await panel.getByRole('button', { name: 'Close the component panel' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('1 problem prevents publishing').waitFor();
    await dialog.getByText('Value is not saved. Not valid JSON').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Answer' }).click();
    await field.waitFor();
    expect(await textOf(field)).toBe(UNFINISHED);
    expect(await storedAnswer(context, id)).toBe('{{ name }}');

    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sessions' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('Value is not saved. Not valid JSON').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });

    await typeInto(page, 'Value', `${UNFINISHED}}`);
    await editorSaved(page);
    expect(await storedAnswer(context, id)).toEqual({ total: 4 });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('is forgotten with its field, and with its component', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Forgotten', undefined, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    await typeInto(page, 'Value', '{{ name & "!" }}');
    await editorSaved(page);
    await typeInto(page, 'Value', UNFINISHED);
    await page.locator('[data-kind="unreadable"]').waitFor();
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await editorSaved(page);
    expect(await textOf(page.getByRole('textbox', { name: 'Value' }))).toBe('{{ name }}');

    await typeInto(page, 'Value', UNFINISHED);
    await page.locator('[data-kind="unreadable"]').waitFor();
    await page.getByRole('button', { name: 'Delete the component' }).click();
    await editorSaved(page);
    await leave();
  });
});

async function storedAnswer(context: BrowserContext, id: string): Promise<unknown> {
  const { components } = (await (await context.request.get(`/v1/workflows/${id}`)).json()) as {
    components: { name: string; config: { value: unknown } }[];
  };
  return components.find(({ name }) => name === 'Answer')?.config.value;
}
