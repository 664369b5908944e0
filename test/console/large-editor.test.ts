import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, isFocused } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const CODE = { type: 'code', name: 'Compute', output: 'computed', config: { source: 'return 1;', type: 'NUMBER' } };

describeInBrowser('Large texts in the editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('code is edited in a large window, and a pin in its place', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Large', chain(CODE), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Compute').click();
    const panel = page.getByRole('complementary', { name: /^Component/ });
    const enlarge = panel.getByRole('button', { name: /^Edit in a large window/ });
    await enlarge.click();
    const dialog = page.getByRole('dialog');
    await isFocused(dialog.getByRole('textbox'));
    expect((await dialog.boundingBox())?.height).toBe(page.viewportSize()?.height);
    await page.keyboard.press('Control+A');
    // The focus stays within the window, and the input follows the text.
    await page.keyboard.press('Shift+Tab');
    await isFocused(dialog.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Tab');
    await isFocused(dialog.getByRole('textbox'));
    await page.keyboard.press('Tab');
    const input = dialog.getByRole('group', { name: 'Input' });
    await isFocused(input.getByRole('button', { name: 'Available placeholders' }));
    await page.keyboard.press('Shift+Tab');
    await isFocused(dialog.getByRole('textbox'));
    await page.keyboard.type('return p');
    await page.getByRole('option', { name: /^placeholders/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: /^placeholders/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('return 42;');
    expect(await seriousProblems(page, 'large editor')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isFocused(enlarge);
    expect(await panel.getByRole('textbox', { name: 'Code' }).innerText()).toContain('return 42;');

    await page.getByRole('tab', { name: 'Run' }).click();
    await panel.getByRole('button', { name: 'Pin a value' }).click();
    await panel.getByRole('textbox', { name: 'Pinned output' }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"computed":');
    await panel.getByText('Invalid JSON').waitFor();
    await page.keyboard.insertText('7}');
    await card(page, 'Compute').getByText('{"computed":7}').waitFor();
    expect(await seriousProblems(page, 'pin')).toEqual([]);
    await leave();
  });

  test('an expression has its input, its preview and its problem in the large window', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Large expression');
    const id = await startRun(context, workflow, 'Ada');
    await waitFor(async () => (await (await context.request.get(`/v1/sessions/${id}`)).json()).status === 'SUCCEEDED', {
      what: 'a session with values',
    });
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Answer').click();
    const panel = page.getByRole('complementary', { name: /^Component/ });
    await panel.getByRole('button', { name: 'Edit in a large window: Value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Value' });
    await isFocused(dialog.getByRole('textbox'));
    await dialog.getByRole('region', { name: 'Sample data' }).getByText('Ada').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('Hello ');
    await dialog.getByRole('group', { name: 'Input' }).getByRole('button', { name: /^name/ }).first().click();
    await dialog.getByText('Hello Ada').waitFor();
    expect(await seriousProblems(page, 'a large expression')).toEqual([]);
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{{ nothing }}');
    await dialog.getByText('There is no placeholder nothing').first().waitFor();
    await leave();
  });
});
