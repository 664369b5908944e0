import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Versions of a workflow', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a version is seen as a graph, with each value that the draft changes', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Compared');
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Reply');
    await editorSaved(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Versions' }).click();
    const drawer = page.getByRole('dialog', { name: 'Versions' });
    await drawer.getByRole('button', { name: 'Compare with draft' }).click();
    await drawer.locator('.react-flow__node').nth(1).waitFor();
    const change = drawer.getByRole('listitem').filter({ hasText: /^name:/i });
    expect(await change.locator('del').innerText()).toBe('Answer');
    expect(await change.locator('ins').innerText()).toBe('Reply');
    expect(await seriousProblems(page, 'versions')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('what somebody else saved meanwhile is not published unseen', async () => {
    const first = await app.open();
    const { id } = await makeWorkflow(first.context, 'Published by two', chain());
    await first.page.goto(`/workflows/${id}`);
    await card(first.page, 'Start').waitFor();
    const second = await app.open({ path: `/workflows/${id}` });
    await card(second.page, 'Answer').click();
    await second.page.getByRole('textbox', { name: 'Name', exact: true }).fill('Theirs');
    const versions = async () =>
      ((await (await first.context.request.get(`/v1/workflows/${id}/versions`)).json()) as { items: unknown[] }).items;
    const draft = async () => (await first.context.request.get(`/v1/workflows/${id}`)).text();
    await waitFor(async () => (await draft()).includes('"Theirs"'), { what: 'the draft of the other one' });

    await first.page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = first.page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await dialog.getByRole('alert').getByText('A newer version was saved elsewhere').waitFor();
    expect(await dialog.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    expect(await versions()).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Load it' }).click();
    await dialog.getByText('Changed: Theirs').waitFor();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await first.page.getByText('Version 2 is published').waitFor();
    await Promise.all([first.context.close(), second.context.close()]);
  });

  test("a session's page leads to the version that it ran, whichever is published", async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Ran before');
    const sessionId = await startRun(context, workflow);
    expect((await post(context, `/v1/workflows/${workflow.id}/publish`)).status()).toBe(201);
    await page.goto(`/sessions/${sessionId}`);
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Versions' });
    const compare = (version: string) =>
      drawer.getByRole('listitem').filter({ hasText: version }).getByRole('button', { name: 'Compare with draft' });
    await compare('Version 1').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/workflows/${workflow.id}`);
    expect(await compare('Version 1').getAttribute('aria-expanded')).toBe('true');
    expect(await compare('Version 2').getAttribute('aria-expanded')).toBe('false');
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a component that runs another workflow leads to it', async () => {
    const { page, context, leave } = await app.open();
    const child = await makeWorkflow(context, 'The child');
    const config = { workflowId: child.id, componentId: child.inputId, placeholderValues: {}, wait: true };
    const call = { type: 'run-workflow', name: 'Call', output: 'called', config };
    const answer = await post(context, '/v1/workflows', { name: 'Parent', description: '', ...chain(call).definition });
    const { id } = (await answer.json()) as { id: string };
    await page.goto(`/workflows/${id}`);
    await card(page, 'Call').click();
    await page.getByRole('link', { name: 'Open workflow' }).click();
    await page.getByRole('heading', { name: 'The child' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/workflows/${child.id}`);
    await leave();
  });
});
