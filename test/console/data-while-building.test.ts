import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, isFocused } from './canvas-actions.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const GREET = {
  type: 'transform',
  name: 'Greet',
  output: 'greeting',
  config: {
    expression: "{ 'text': 'Hello ' & name, 'parts': [{ 'word': 'Hello' }, { 'word': name }] }",
    type: 'JSON',
  },
};
const SHOUT = {
  type: 'transform',
  name: 'Shout',
  output: 'loud',
  config: { expression: '$uppercase(greeting.text)', type: 'TEXT' },
};

describeInBrowser('Data while building', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  const run = (page: Page) => page.getByRole('status', { name: 'Test run' });
  const panel = (page: Page, name: string) => page.getByRole('complementary', { name: `Component ${name}` });

  async function openRunTab(page: Page, name: string): Promise<void> {
    // Clicks at the beginning, because the panel of another component may cover the end.
    await card(page, name).click({ position: { x: 20, y: 20 } });
    await panel(page, name).getByRole('tab', { name: 'Run' }).click();
  }

  test('cards show their last output, one is pinned, and a component is run alone with what it reads', async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Data', chain(GREET, SHOUT));
    await startRun(context, workflow, 'Ada', 'TEST');
    await page.goto(`/sessions?workflowId=${workflow.id}`);
    await page.getByText('Succeeded').first().waitFor();

    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Shout').getByText('HELLO ADA').waitFor();

    await openRunTab(page, 'Greet');
    const views = panel(page, 'Greet').getByRole('radiogroup', { name: 'View of Output' });
    const data = panel(page, 'Greet').getByRole('group', { name: 'Output' });
    await data.getByText('"Hello Ada"').waitFor();
    await views.getByText('Schema').click();
    await data.getByText('parts[].word').waitFor();
    await views.getByText('Raw').click();
    await data.getByText('"text": "Hello Ada"').waitFor();
    await views.getByText('Table').click();
    await data.getByRole('cell', { name: 'Hello Ada' }).waitFor();
    expect(await seriousProblems(page, 'data')).toEqual([]);

    await panel(page, 'Greet').getByRole('button', { name: 'Pin output' }).click();
    await card(page, 'Greet').getByRole('img', { name: 'Pinned' }).waitFor();
    // The pinned greeting is for Ada, whoever the next run is for.
    await page.getByRole('button', { name: 'Test run' }).click();
    await page.getByText('1 pinned output is used').waitFor();
    await page.getByLabel('name', { exact: true }).fill('Grace');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await run(page).getByText('Succeeded').waitFor();
    await card(page, 'Shout').getByText('HELLO ADA').waitFor();
    await panel(page, 'Greet').getByText('No input: the component has none, or its output was pinned.').waitFor();

    await panel(page, 'Greet').getByRole('button', { name: 'Unpin output' }).click();
    await openRunTab(page, 'Shout');
    await panel(page, 'Shout').getByRole('button', { name: 'Run only this component' }).click();
    await card(page, 'Answer').getByText('Succeeded').waitFor({ state: 'detached' });
    await run(page).getByText('Succeeded').waitFor();
    await card(page, 'Shout').getByText('Succeeded').waitFor();
    expect(await card(page, 'Answer').getByText('Succeeded').count()).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('no test starts without a required value, in the form as in JSON, although the API starts one', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Blank', chain(GREET), false);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/workflow/run')) sent.push(request.postData() ?? '');
    });
    await page.goto(`/workflows/${workflow.id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test run' });
    const name = dialog.getByLabel('name', { exact: true });
    await dialog.getByRole('status').getByText('Required and empty: name.').waitFor();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await dialog.getByRole('alert').getByText('Required and empty: name. Fill in these fields').waitFor();
    await isFocused(name);
    expect(await seriousProblems(page, 'a required field that is empty')).toEqual([]);
    await name.press('Control+Enter');
    await dialog.getByRole('radiogroup', { name: 'Input as' }).getByText('JSON').click();
    const json = dialog.getByLabel('Placeholder values');
    await json.fill('{}');
    await json.press('Control+Enter');
    expect(sent).toEqual([]);
    await json.fill('{"name": ""}');
    await dialog.getByRole('alert').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    expect(sent).toHaveLength(1);

    const data = { workflowId: workflow.id, componentId: workflow.inputId, mode: 'TEST', placeholderValues: {} };
    expect((await post(context, '/v1/workflow/run', data)).status()).toBe(200);
    await leave();
  });

  test('a failed run names the field as the form does', async () => {
    const { page, context, leave } = await app.open();
    const read = { type: 'convert', name: 'Read', output: 'read', config: { format: 'csv' } };
    const workflow = await makeWorkflow(context, 'Without a source', chain(read), false);
    await page.goto(`/workflows/${workflow.id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'name' }).fill('Ada');
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await run(page).getByText('From is missing', { exact: true }).waitFor();
    await leave();
  });

  test('the input of a test is typed as JSON and remembered, and a pin outlives the page', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Input', chain(GREET), false);
    await page.goto(`/workflows/${workflow.id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    await page.getByRole('radiogroup', { name: 'Input as' }).getByText('JSON').click();
    // Invalid values are not run.
    await page.getByLabel('Placeholder values').fill('{"name": ');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Not valid JSON').waitFor();
    await page.getByLabel('Placeholder values').fill('{"name": "Grace"}');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await run(page).getByText('Succeeded').waitFor();
    await card(page, 'Answer').getByText('Grace').waitFor();
    await openRunTab(page, 'Greet');
    await panel(page, 'Greet').getByRole('button', { name: 'Pin output' }).click();

    await page.reload();
    await card(page, 'Greet').getByRole('img', { name: 'Pinned' }).waitFor();
    await page.getByRole('button', { name: 'Test run' }).click();
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('Grace');
    await leave();
  });
});
