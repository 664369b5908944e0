import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('A template that needs an app', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('names the app, is tried with sample output, and leads to adding and using the app', async () => {
    const { page, context, complaints, leave } = await app.open({ path: '/templates' });
    const needs = page.getByRole('list', { name: 'What Issue from a form needs' });
    await needs.waitFor();
    expect(await needs.getByRole('listitem').allInnerTexts()).toEqual(['App GitHub issues']);
    await page.getByRole('button', { name: 'Use template Issue from a form' }).click();
    const run = page.getByRole('dialog', { name: 'Test run' });
    await run.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    const create = card(page, 'Create an issue');
    await create.getByText('Stand-in', { exact: true }).waitFor();
    await create.click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: 'Component Create an issue' });
    await panel.getByRole('tab', { name: 'Run' }).click();
    await panel.getByText('no app is selected, so this component did not run.').waitFor();
    await panel.getByRole('tab', { name: 'Settings' }).click();
    await panel.getByText('This action needs the app GitHub issues').waitFor();
    expect(await seriousProblems(page, 'an action without its app')).toEqual([]);
    const [, id = ''] = /workflows\/([^/?]+)/.exec(page.url()) ?? [];
    const publish = () => post(context, `/v1/workflows/${id}/publish`, {});
    expect((await publish()).status()).toBe(400);

    await panel.getByRole('link', { name: 'Add GitHub issues' }).click();
    const adding = page.getByRole('dialog', { name: 'Add GitHub issues' });
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('status').getByText('Ready').waitFor();

    await page.goto(`/workflows/${id}`);
    await create.click({ position: { x: 20, y: 20 } });
    await panel.getByRole('button', { name: 'Use github-issues' }).click();
    await panel.getByText('This action needs the app GitHub issues').waitFor({ state: 'detached' });
    const body = panel.getByRole('group', { name: 'Body' });
    await body.getByRole('textbox', { name: 'title', exact: true }).waitFor();
    await waitFor(async () => (await publish()).status() === 201, { what: 'a draft that can be published' });
    expect(complaints).toEqual([]);
    await leave();
  });
});
