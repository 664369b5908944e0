import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

interface Started {
  id: string;
  mode: string;
  placeholderValues: Record<string, unknown>;
}

describeInBrowser('Run now, and test again', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function sessions(context: BrowserContext, workflowId: string): Promise<Started[]> {
    const { items } = await (await context.request.get(`/v1/sessions?workflowId=${workflowId}`)).json();
    return items;
  }

  test('the published version is run from list, editor and overview with the values of last time', async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Runs now');
    await startRun(context, workflow, 'Ada by API');
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'Actions for Runs now' }).click();
    await page.getByRole('menuitem', { name: 'Run now…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run version 1 now' });
    const name = dialog.getByRole('textbox', { name: 'name' });
    await name.waitFor();
    expect(await name.inputValue()).toBe('Ada by API');
    expect(await seriousProblems(page, 'run now')).toEqual([]);
    await name.fill('Grace');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL(/\/sessions\//);

    await page.goto(`/workflows/${workflow.id}`);
    await page.getByRole('button', { name: 'Published: version 1. More' }).click();
    await page.getByRole('menuitem', { name: 'Run now…' }).click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('Grace');
    await name.press('Control+Enter');
    await page.waitForURL(/\/sessions\//);
    await waitFor(async () => (await sessions(context, workflow.id)).length === 3, { what: 'a third session' });
    for (const { mode } of await sessions(context, workflow.id)) expect(mode).toBe('PROD');

    await page.goto('/');
    await page.getByRole('button', { name: 'Run Runs now now' }).click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('Grace');
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await leave();
  });

  test('Ctrl Enter tests again with the same values, and asks when the start takes others', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Tested again', chain(), false);
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Start').waitFor();
    await page.keyboard.press('Control+Enter');
    const dialog = page.getByRole('dialog', { name: 'Test run' });
    await dialog.getByRole('textbox', { name: 'name' }).fill('Ada');
    await dialog.getByRole('textbox', { name: 'name' }).press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();

    // Also from within a field, whose text is saved first.
    await card(page, 'Answer').click();
    const panel = page.getByRole('complementary', { name: 'Component Answer' });
    await panel.getByRole('textbox', { name: 'Name' }).fill('Answer it');
    await page.keyboard.press('Control+Enter');
    await waitFor(async () => (await sessions(context, workflow.id)).length === 2, { what: 'a second session' });
    expect(await dialog.count()).toBe(0);
    const [again, first] = await sessions(context, workflow.id);
    expect(again).toMatchObject({ mode: 'TEST', placeholderValues: first?.placeholderValues });

    await card(page, 'Start').click();
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('textbox', { name: 'Placeholders: key 2' }).fill('city');
    await editorSaved(page);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('textbox', { name: 'city' }).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'name' }).inputValue()).toBe('Ada');
    await leave();
  });

  test('Run stays visible next to long values', async () => {
    const { page, context, leave } = await app.open({ viewport: { width: 1000, height: 500 } });
    const placeholders = Array.from({ length: 12 }, (_, index) => ({ key: `field${index}`, type: 'TEXT' }));
    const { definition, inputId } = chain();
    definition.components[0]!.config = { placeholders };
    definition.components[1]!.config = { value: 'done' };
    const { id } = await makeWorkflow(context, 'Long values', { definition, inputId }, false);
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    const run = page.getByRole('dialog', { name: 'Test run' }).getByRole('button', { name: 'Run', exact: true });
    await run.waitFor();
    const box = await run.boundingBox();
    expect((box?.y ?? 1_000) + (box?.height ?? 0)).toBeLessThanOrEqual(500);
    await leave();
  });
});
