import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext, Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('What a draft was before', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the editor shows which version is published, and how much of the draft is not', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'In sight');
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Version 1 · published' }).waitFor();
    await rename(page, 'Answer', 'Reply');
    await rename(page, 'Start', 'Begin');
    const state = page.getByRole('button', { name: 'Version 1 · 2 changes not published' });
    await state.waitFor();
    expect(await seriousProblems(page, 'editor')).toEqual([]);
    await state.click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('Changed: Begin').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Version 2 · published' }).waitFor();
    await leave();
  });

  test('rolling back is undone like any other change', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Back and forth');
    await page.goto(`/workflows/${id}`);
    await rename(page, 'Answer', 'Not published');
    await post(context, `/v1/workflows/${id}/publish`);
    await rename(page, 'Not published', 'Work in progress');
    await page.getByRole('button', { name: 'Versions' }).click();
    const first = page.getByRole('listitem').filter({ hasText: 'Version 1' });
    await first.getByRole('button', { name: 'Roll back to this version' }).click();
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await card(page, 'Answer').waitFor();
    await page.getByText('Rolled back to version 1').waitFor();
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await card(page, 'Work in progress').waitFor();
    await draftHas(context, id, 'Work in progress');
    await leave();
  });

  test('a version has a name and a note, and the draft that a roll-back replaces is stored on the server', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Named');
    await page.goto(`/workflows/${id}`);
    await rename(page, 'Answer', 'Second');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByLabel('Name of the version').fill('Spring sale');
    await dialog.getByLabel('Note').fill('Answers faster.');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2 is published').waitFor();
    await rename(page, 'Second', 'Not done');

    await page.getByRole('button', { name: 'Versions' }).click();
    const drawer = page.getByRole('dialog', { name: 'Versions' });
    const second = drawer.getByRole('listitem').filter({ hasText: 'Version 2: Spring sale' });
    await second.getByText('Answers faster.').waitFor();
    const first = drawer.getByRole('listitem').filter({ hasText: 'Version 1' });
    await first.getByRole('button', { name: 'Name it…' }).click();
    await first.getByLabel('Name of the version').fill('Launch');
    await first.getByRole('button', { name: 'Save' }).click();
    await first.getByText('Version 1: Launch').waitFor();
    expect(await seriousProblems(page, 'versions')).toEqual([]);
    await first.getByRole('button', { name: 'Roll back to this version' }).click();
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await card(page, 'Answer').waitFor();
    await page.getByRole('button', { name: 'Version 3 · published' }).waitFor();

    // This does not need the undo history of the browser.
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.reload();
    await card(page, 'Answer').waitFor();
    await page.getByRole('button', { name: 'Versions' }).click();
    const stored = drawer.getByRole('listitem').filter({ hasText: 'Draft that was not published' });
    await stored.getByRole('button', { name: 'Compare with draft' }).click();
    await stored.getByText('Changed: Answer').waitFor();
    await stored.getByRole('button', { name: 'Restore as draft' }).click();
    await page.getByRole('dialog', { name: 'Restore this draft?' }).getByRole('button', { name: 'Restore' }).click();
    await card(page, 'Not done').waitFor();
    await draftHas(context, id, 'Not done');
    expect(complaints).toEqual([]);
    await leave();
  });

  test('steps are undone after the editor was left, unless somebody else saved meanwhile', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Left');
    await page.goto(`/workflows/${id}`);
    await rename(page, 'Answer', 'First step');
    await rename(page, 'First step', 'Second step');
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await draftHas(context, id, 'First step');
    await editorSaved(page);
    await page.goto('/workflows');
    await page.locator('h1').waitFor();
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Redo (Ctrl Shift Z)' }).click();
    await card(page, 'Second step').waitFor();
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await card(page, 'Answer').waitFor();
    await draftHas(context, id, '"Answer"');
    await editorSaved(page);

    await page.goto('/workflows');
    const answer = await context.request.get(`/v1/workflows/${id}`);
    const { name, description, components, connections } = (await answer.json()) as Record<string, unknown>;
    const theirs = { name: `${String(name)} by them`, description, components, connections };
    const headers = { origin: app.baseUrl, 'if-match': answer.headers()['etag'] ?? '' };
    const saved = await context.request.put(`/v1/workflows/${id}`, { data: theirs, headers });
    expect(saved.status()).toBe(200);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').waitFor();
    expect(await page.getByRole('button', { name: 'Redo (Ctrl Shift Z)' }).isDisabled()).toBe(true);
    await leave();
  });
});

async function rename(page: Page, from: string, to: string): Promise<void> {
  await card(page, from).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(to);
  await page.keyboard.press('Escape');
  await card(page, to).waitFor();
  await editorSaved(page);
}

async function draftHas(context: BrowserContext, id: string, text: string): Promise<void> {
  const draft = async () => (await context.request.get(`/v1/workflows/${id}`)).text();
  await waitFor(async () => (await draft()).includes(text), { what: `the draft with ${text}` });
}
