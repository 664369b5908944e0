import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Locator, Page } from 'playwright-core';
import { startToolServer, type ToolServer } from '../contract/tool-server.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, isFocused } from './canvas-actions.ts';
import { post } from './console-data.ts';
import { startModelConsole, type ModelConsole } from './model-console.ts';

/** How often Tab may be pressed on the way to something. */
const MAX_TABS = 60;

describeInBrowser('The keyboard alone', () => {
  let models: ModelConsole;
  let tools: ToolServer;
  beforeAll(async () => {
    [models, tools] = await Promise.all([startModelConsole(), startToolServer()]);
  });
  afterAll(async () => {
    await models?.stop();
    tools?.stop();
  });

  test('builds, publishes, runs and watches a workflow with a loop, an operation of an app and an agent', async () => {
    const { app, server } = models;
    const { page, context, complaints } = await app.open();
    await models.addCredential(context);
    const added = await post(context, '/v1/organization/apps', { name: 'calculator', kind: 'mcp', url: tools.url });
    const { id: appId } = (await added.json()) as { id: string };
    const read = async () => (await context.request.get(`/v1/organization/apps/${appId}`)).json();
    await waitFor(async () => (await read()).status === 'ready', { what: 'the app that is read' });
    server.answers.push({ text: 'The sums are 11 and 12.' });

    await page.addInitScript("addEventListener('pointerdown', () => { sessionStorage.pressed = 'yes'; }, true)");
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().waitFor();
    await command(page, 'New workflow…');
    await page.getByRole('dialog', { name: 'New workflow' }).getByLabel('Name').waitFor();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await page.getByText('Start with a trigger').waitFor();

    await command(page, 'Add Input');
    await panelOf(page, 'Input').waitFor();
    await command(page, 'Add For each');
    await openSettings(page, 'For each');
    await fill(page, 'For each', 'Items', '{{ [1, 2] }}');
    await page.keyboard.press('Escape');
    await tabTo(page, page.getByRole('button', { name: 'Add a component to the loop of For each' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('adds two');
    await page
      .getByRole('option', { name: /Add numbers/ })
      .or(page.getByText('Add numbers'))
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await openSettings(page, 'Add numbers');
    await fill(page, 'Add numbers', 'a', '{{ item }}');
    await fill(page, 'Add numbers', 'b', '10');
    await page.keyboard.press('Escape');
    await tabTo(page, card(page, 'For each'), 'Shift+Tab');
    await command(page, 'Add Agent');
    await openSettings(page, 'Agent');
    await tabTo(page, panelOf(page, 'Agent').getByRole('combobox', { name: 'Model server' }));
    await page.keyboard.type('Models');
    await fill(page, 'Agent', 'Model', 'm');
    await fill(page, 'Agent', 'Task', 'Name the sums {{ $string(results) }}');
    await command(page, 'Add Output');
    await openSettings(page, 'Output');
    await fill(page, 'Output', 'Value', '{{ answer.text }}');
    await editorSaved(page);

    await command(page, 'Publish…');
    const publishing = page.getByRole('dialog', { name: 'Publish' });
    await publishing.getByText('This is the first version').waitFor();
    expect(await publishing.getByRole('listitem').allTextContents()).toEqual([]);
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('Version 1 is published').waitFor();
    await command(page, 'Run now');
    const running = page.getByRole('dialog', { name: 'Run version 1 now' });
    await running.getByRole('button', { name: 'Run', exact: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.waitForURL(/\/sessions\//);
    await page.getByText('Succeeded').first().waitFor();
    await tabTo(page, page.getByRole('button', { name: /Agent/ }).first());
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Conversation' }).getByText('The sums are 11 and 12.').waitFor();
    const sums = tools.calls.map(({ arguments: given }) => JSON.stringify(given));
    expect(sums.sort()).toEqual(['{"a":1,"b":10}', '{"a":2,"b":10}']);
    expect([await page.evaluate('sessionStorage.pressed'), complaints]).toEqual([undefined, []]);
    await context.close();
  });
});

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name: `Component ${name}` });

/** Runs a command of the menu. */
async function command(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByLabel('Find anything').waitFor();
  await page.keyboard.type(name.replace('…', ''));
  const menu = page.getByRole('dialog', { name: 'Command menu' });
  await menu.locator('[data-action][data-selected]').filter({ hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
  await menu.waitFor({ state: 'detached' });
}

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // Code editors are in a shadow root.
  const hasFocus = () =>
    target.evaluate((element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element);
  await target.waitFor();
  for (let pressed = 0; pressed < MAX_TABS; pressed += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} was not reached by ${MAX_TABS} times ${key}`);
}

/** Opens the settings of a component that was just added: its card has the focus. */
async function openSettings(page: Page, component: string): Promise<void> {
  await panelOf(page, component).waitFor();
  await isFocused(card(page, component));
  await page.keyboard.press('Enter');
  await isFocused(panelOf(page, component).getByRole('textbox', { name: 'Name', exact: true }));
}

/** Fills in a field of the open settings, further down than the one that has the focus. */
async function fill(page: Page, component: string, label: string, text: string): Promise<void> {
  await tabTo(page, panelOf(page, component).getByRole('textbox', { name: label, exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
}
