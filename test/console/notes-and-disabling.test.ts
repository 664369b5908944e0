import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Definition } from '@workflow/workflow-model';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Notes and disabled components', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function draftOf(context: BrowserContext, id: string): Promise<Definition> {
    return (await (await context.request.get(`/v1/workflows/${id}`)).json()) as Definition;
  }

  test('a note is written, moved, resized, colored, copied and deleted, and is there after a reload', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Notes');
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Text of the note' }).waitFor();
    await page.keyboard.type('Why this is here');
    await page.keyboard.press('Escape');
    const note = page.getByRole('group', { name: 'Note: Why this is here' });
    await note.waitFor();
    const notes = async () => (await draftOf(context, id)).notes ?? [];
    await waitFor(async () => (await notes())[0]?.text === 'Why this is here', { what: 'the saved note' });
    const [written] = await notes();

    // The note has the focus: Enter edits it again, and the arrow keys move it.
    await page.locator('.react-flow__node-note:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Text of the note' }).press('Escape');
    await note.click();
    await page.keyboard.press('ArrowRight');
    await waitFor(async () => ((await notes())[0]?.position.x ?? 0) > (written?.position.x ?? 0), { what: 'a move' });

    await page.getByRole('button', { name: 'Blue', exact: true }).click();
    await waitFor(async () => (await notes())[0]?.color === 'blue', { what: 'the color' });
    const corner = await page.locator('.react-flow__resize-control.handle.bottom.right').boundingBox();
    if (!corner) throw new Error('A selected note has no handle');
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
    await page.mouse.down();
    await page.mouse.move(corner.x + 80, corner.y + 60, { steps: 4 });
    await page.mouse.up();
    await waitFor(async () => ((await notes())[0]?.size?.width ?? 0) > 260, { what: 'the new size' });
    expect(await seriousProblems(page, 'notes')).toEqual([]);

    await note.click();
    await page.keyboard.press('Control+d');
    await waitFor(async () => (await notes()).length === 2, { what: 'the copy' });
    await editorSaved(page);
    await page.reload();
    await waitFor(async () => (await note.count()) === 2, { what: 'both notes after a reload' });
    const blue = page.locator('[data-color="blue"][data-selected]');
    await waitFor(async () => (await blue.count()) === 2, { what: 'their color' });
    // Notes do not run, so there is nothing to publish.
    expect(await draftOf(context, id)).toMatchObject({ state: 'PUBLISHED' });

    await note.first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Text of the note' }).press('Escape');
    await note.last().click();
    await page.getByRole('button', { name: 'Delete note' }).click();
    await waitFor(async () => (await notes()).length === 1, { what: 'one note less' });
    await page.keyboard.press('Control+z');
    await waitFor(async () => (await notes()).length === 2, { what: 'the note again' });
    await leave();
  });

  test('a disabled component is drawn dimmed and skipped by a test run, until it is enabled', async () => {
    const { page, context, leave } = await app.open();
    const pass = { type: 'transform', name: 'Greet', output: 'greeting', config: { expression: 'name', type: 'TEXT' } };
    const { id } = await makeWorkflow(context, 'Disable', chain(pass), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Greet').hover();
    await page.getByRole('button', { name: 'Disable Greet' }).click();
    await card(page, 'Greet').getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Greet, disabled component' }).waitFor();
    await editorSaved(page);

    await page.getByRole('button', { name: 'Test run' }).click();
    const starts = page.getByLabel('Start from');
    await starts.waitFor();
    expect(await starts.locator('option').allTextContents()).toEqual(['Start', 'Answer']);
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await card(page, 'Start').getByText('Succeeded').waitFor();
    const sessions = `/v1/sessions?workflowId=${id}&status=SUCCEEDED`;
    const ended = async () => (await (await context.request.get(sessions)).json()) as { items: { id: string }[] };
    await waitFor(async () => (await ended()).items.length > 0, { what: 'the end of the test run' });
    const [session] = (await ended()).items;
    const steps = (await (await context.request.get(`/v1/sessions/${session?.id}/steps`)).json()) as {
      items: unknown[];
    };
    expect(steps.items).toHaveLength(1);

    // With the keyboard, and again from the panel.
    await card(page, 'Greet').click();
    await page.getByText('This component is disabled.').waitFor();
    await page.getByRole('button', { name: 'Enable', exact: true }).click();
    await page.getByRole('group', { name: 'Greet, component' }).waitFor();
    await card(page, 'Greet').focus();
    await page.keyboard.press('d');
    await page.getByRole('group', { name: 'Greet, disabled component' }).waitFor();
    await page.keyboard.press('d');
    await page.getByRole('group', { name: 'Greet, component' }).waitFor();
    await waitFor(async () => (await draftOf(context, id)).components.every(({ disabled }) => disabled === undefined), {
      what: 'the enabled component',
    });
    await leave();
  });
});
