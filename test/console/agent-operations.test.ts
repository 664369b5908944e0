import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import type { Locator, Page } from 'playwright-core';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { startToolServer, type ToolServer } from '../contract/tool-server.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { makeWorkflow, post } from './console-data.ts';
import { startModelConsole, type ModelConsole } from './model-console.ts';

/** A folder for pictures of the pages, to look at them. */
const PICTURES = process.env['PICTURES_DIR'];

/** Opens an app whose source could not be read, and corrects its address. */
async function correctAddress(page: Page, appId: string, url: string): Promise<void> {
  await page.goto(`/apps/${appId}`);
  await page.getByRole('alert').getByText('Could not read the source').waitFor();
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  expect(await seriousProblems(page, 'an app that was never read')).toEqual([]);
  await page.getByRole('button', { name: 'Save and read' }).click();
  await page.getByRole('status').getByText('Ready').waitFor();
  await page.getByRole('textbox', { name: 'URL' }).waitFor({ state: 'detached' });
}

const isFocused = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element === element.ownerDocument.activeElement);

describeInBrowser('Operations of apps as tools of an agent', () => {
  let models: ModelConsole;
  let tools: ToolServer;
  beforeAll(async () => {
    [models, tools] = await Promise.all([startModelConsole(), startToolServer()]);
  });
  afterAll(async () => {
    await models?.stop();
    tools?.stop();
  });

  test('are chosen in its form, stand on its card, and show their calls on the page of a session', async () => {
    const { app, server } = models;
    const { page, context, complaints } = await app.open();
    const made = async (path: string, body: JsonObject) =>
      (await (await post(context, path, body)).json()) as { id: string };
    const credential = await models.addCredential(context);
    // Nobody listens at this port.
    const wrongUrl = 'http://127.0.0.1:1/mcp';
    const { id: appId } = await made('/v1/organization/apps', { name: 'calculator', kind: 'mcp', url: wrongUrl });
    await correctAddress(page, appId, tools.url);
    const start = { ...input('n'), name: 'Question', position: { x: 0, y: 0 } };
    const config = { credential, model: 'm', prompt: 'Add {{ n }}', tools: [] };
    const agent = component('agent', config, { output: 'answer', name: 'Calculate', position: { x: 320, y: 0 } });
    const end = { ...output('{{ answer.text }}'), name: 'Result', position: { x: 640, y: 0 } };
    const workflow = await makeWorkflow(context, 'Sums', { definition: chain(start, agent, end), inputId: start.id });
    const toolsOf = async (): Promise<unknown> => {
      const { components } = await (await context.request.get(`/v1/workflows/${workflow.id}`)).json();
      return components.find(({ id }: { id: string }) => id === agent.id)?.config.tools;
    };

    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Calculate').click();
    const panel = page.getByRole('complementary', { name: 'Component Calculate' });
    await panel.getByRole('button', { name: 'Operations of an app' }).click();
    const tool = panel.getByRole('group', { name: 'Tool 1' });
    const apps = tool.getByRole('combobox', { name: 'App', exact: true });
    await waitFor(() => isFocused(apps), { what: 'the focus in the tool that was added' });
    await apps.selectOption(appId);
    await tool.getByRole('searchbox', { name: 'Operations' }).fill('adds two');
    const add = tool.getByRole('checkbox', { name: 'Add numbers' });
    await add.focus();
    await page.keyboard.press('Space');
    await waitFor(async () => (await add.isChecked()) && (await isFocused(add)), { what: 'the focus on the choice' });
    await tool.getByRole('searchbox', { name: 'Operations' }).fill('no such operation');
    await tool.getByText('No other operations match').waitFor();
    await add.waitFor();
    await tool.getByRole('searchbox', { name: 'Operations' }).fill('');
    await tool.getByRole('checkbox', { name: 'fails' }).check();
    expect(await seriousProblems(page, 'the tools of an agent')).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/agent-operations-form.png` });
    await editorSaved(page);
    const chosen = [{ app: appId, version: 1, actions: ['add', 'fails'] }];
    await waitFor(async () => isDeepStrictEqual(await toolsOf(), chosen), { what: 'the stored tools' });
    const shown = card(page, 'Calculate').getByRole('list', { name: 'Tools' });
    await shown.getByText('fails').waitFor();
    expect(await shown.getByRole('listitem').allTextContents()).toEqual(['add', 'fails']);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/agent-operations-canvas.png` });

    await post(context, `/v1/workflows/${workflow.id}/publish`);
    server.answers.push(
      {
        calls: [
          { tool: 'add', arguments: { a: 40, b: 2 } },
          { tool: 'fails', arguments: {} },
        ],
      },
      { text: 'It is 42.' },
    );
    const body = { workflowId: workflow.id, componentId: start.id, mode: 'PROD', placeholderValues: { n: '40 and 2' } };
    const { sessionId } = (await (await post(context, '/v1/workflow/run', body)).json()) as { sessionId: string };
    await page.goto(`/sessions/${sessionId}`);
    await page.getByText('Succeeded').first().waitFor();
    await page.getByRole('button', { name: /Calculate/ }).click();
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('It is 42.').waitFor();
    const added = conversation.getByRole('group').filter({ hasText: 'Calls add' });
    await added.locator('summary').first().click();
    await added.getByText('The sum is 42').waitFor();
    const failed = conversation.getByRole('group').filter({ hasText: 'Calls fails' });
    await failed.locator('summary').first().click();
    await failed.getByText('There is no such order').waitFor();
    await failed.getByText('TOOL_FAILED').waitFor();
    if (PICTURES !== undefined)
      await page.screenshot({ path: `${PICTURES}/agent-operations-session.png`, fullPage: true });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
