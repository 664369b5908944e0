import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('A workflow of selected components', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function outputOf(context: BrowserContext, workflow: { id: string; inputId: string }): Promise<unknown> {
    const sessionId = await startRun(context, workflow);
    const read = async () => (await context.request.get(`/v1/sessions/${sessionId}`)).json();
    const isOver = async () => !['QUEUED', 'RUNNING', 'WAITING'].includes((await read()).status);
    await waitFor(isOver, { what: 'the end of the session' });
    const session = (await read()) as { status: string; output: unknown };
    expect(session.status).toBe('SUCCEEDED');
    return session.output;
  }

  test('is made, runs in their place with the same result, and is undone', async () => {
    const { page, context, complaints, leave } = await app.open();
    const shout = { expression: '$uppercase(name)', type: 'TEXT' };
    const count = { expression: '$length(loud)', type: 'NUMBER' };
    const made = chain(
      { type: 'transform', name: 'Shout', output: 'loud', config: shout },
      { type: 'transform', name: 'Count', output: 'size', config: count },
    );
    const answer = made.definition.components.at(-1);
    if (answer) answer.config = { value: { text: '{{ loud }} {{ name }}', size: '{{ size }}' } };
    const workflow = await makeWorkflow(context, 'Whole', made);
    const before = await outputOf(context, workflow);
    expect(before).toEqual({ text: 'ADA Ada', size: 3 });

    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Shout').click();
    await page.keyboard.press('Escape');
    await card(page, 'Shout').click();
    await card(page, 'Count').click({ modifiers: ['Shift'] });
    await card(page, 'Count').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Extract to a workflow…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extract the selected components to a workflow' });
    await dialog.getByText('Inputs name (Text).').waitFor();
    await dialog.getByText('Outputs loud (Text), size (Number).').waitFor();
    expect(await seriousProblems(page, 'make a workflow')).toEqual([]);
    await dialog.getByLabel('Name of the new workflow').fill('Loud part');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Loud part created and published').waitFor();
    await card(page, 'Run workflow').waitFor();
    await card(page, 'Read loud').waitFor();
    await editorSaved(page);

    const published = await post(context, `/v1/workflows/${workflow.id}/publish`);
    expect(await published.json()).toMatchObject({ number: 2 });
    expect(await outputOf(context, workflow)).toEqual(before);
    const found = await (await context.request.get('/v1/workflows?search=Loud+part')).json();
    expect(found.items).toEqual([expect.objectContaining({ state: 'PUBLISHED' })]);

    // Undo does not delete the new workflow, because the published version runs it.
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    await card(page, 'Count').waitFor();
    expect(await card(page, 'Run workflow').count()).toBe(0);
    const left = page.getByRole('status').filter({ hasText: 'The workflow Loud part was not deleted' });
    await left.getByRole('link', { name: 'Whole' }).waitFor();
    expect(await left.getByRole('button', { name: 'Delete it…' }).count()).toBe(0);
    expect(await seriousProblems(page, 'a workflow that stays')).toEqual([]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await left.waitFor({ state: 'detached' });
    await undo.click();
    await editorSaved(page);
    expect((await post(context, `/v1/workflows/${workflow.id}/publish`)).status()).toBe(201);
    await page.getByRole('button', { name: 'Redo' }).click();
    await undo.click();
    await left.getByRole('link', { name: 'Open Loud part' }).waitFor();
    await left.getByRole('button', { name: 'Delete it…' }).click();
    await page.getByRole('button', { name: 'Delete workflow' }).click();
    await left.waitFor({ state: 'detached' });
    expect((await context.request.get(`/v1/workflows/${found.items[0].id}`)).status()).toBe(404);

    await card(page, 'Answer').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Extract to a workflow…' }).click();
    await dialog.getByText('Answer sets the output of this workflow. Deselect it.').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    expect(complaints).toEqual([]);
    await leave();
  });
});
