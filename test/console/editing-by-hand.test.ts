import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, isFocused, middleIn, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const DELAY = { type: 'delay', name: 'Wait', config: { seconds: 1 } };

describeInBrowser('Hands on the canvas', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('deleting a component in the middle joins its neighbours, as one step', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Joined', chain(DELAY), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Wait').click();
    await page.keyboard.press('Escape');
    await card(page, 'Wait').click();
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__node:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Wait' }).waitFor();
    await page.getByRole('button', { name: 'Delete the component' }).click();
    await connections(page, ['Start to Answer']);
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await connections(page, ['Start to Wait', 'Wait to Answer']);
    await leave();
  });

  test('a connector is dropped anywhere on a card, or chosen from a list', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain(DELAY);
    const workflow = { definition: { ...definition, connections: [] }, inputId };
    const { id } = await makeWorkflow(context, 'Dropped', workflow, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Wait').waitFor();
    await viewAtRest(page);
    const port = await middleIn(page, 'Start', '.react-flow__handle.source');
    const name = await middleIn(page, 'Wait', '[title="Wait"]');
    await page.mouse.move(port.x, port.y);
    await page.mouse.down();
    await page.mouse.move(name.x - 60, name.y, { steps: 4 });
    await page.mouse.move(name.x, name.y, { steps: 4 });
    await page.mouse.up();
    await connections(page, ['Start to Wait']);
    await card(page, 'Answer').click();
    await page.getByRole('tab', { name: 'Connections' }).click();
    await page.getByLabel('Connect from').selectOption({ label: 'Wait · next' });
    await connections(page, ['Start to Wait', 'Wait to Answer']);
    expect(await seriousProblems(page, 'connections')).toEqual([]);
    await leave();
  });

  test('JSON of an exported workflow is pasted at the pointer; another text is refused with the reason', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Pasted', undefined, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').waitFor();
    await viewAtRest(page);
    const pane = await page.locator('.react-flow__pane').boundingBox();
    const at = { x: (pane?.x ?? 0) + 60, y: (pane?.y ?? 0) + (pane?.height ?? 0) - 160 };
    await page.mouse.move(at.x, at.y);
    await paste(page, 'not components');
    await page.getByText('Nothing was pasted').waitFor();
    await paste(page, JSON.stringify({ components: [{ type: 'no-such', config: {} }] }));
    await page.getByText('is of the type no-such').waitFor();
    await paste(page, JSON.stringify({ name: 'Exported', description: '', ...chain(DELAY).definition }));
    await card(page, 'Wait').waitFor();
    expect(await page.locator('.react-flow__node').count()).toBe(5);
    const corner = await card(page, 'Start 2').boundingBox();
    expect(Math.hypot((corner?.x ?? 0) - at.x, (corner?.y ?? 0) - at.y)).toBeLessThan(12);
    await editorSaved(page);
    await leave();
  });

  test('keys open the first field, build a chain from the card that has the focus, and begin a workflow', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Keys', undefined, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').focus();
    await page.keyboard.press('Enter');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await isFocused(name);
    await page.keyboard.press('Escape');
    await page.locator('.react-flow__node:focus').waitFor();
    await command(page, 'Add Delay');
    await card(page, 'Delay').waitFor();
    await connections(page, ['Start to Answer', 'Answer to Delay']);
    // All ports of Start are connected, so it gets a second branch.
    await page.keyboard.press('Escape');
    await card(page, 'Start').focus();
    await command(page, 'Add Condition');
    await connections(page, ['Start to Answer', 'Answer to Delay', 'Start to Condition']);
    await command(page, 'New workflow');
    const dialog = page.getByRole('dialog', { name: 'New workflow' });
    const exported = { name: 'Keys', description: '', components: [], connections: [] };
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Import JSON…' }).click(),
    ]);
    await chooser.setFiles({ name: 'keys.json', mimeType: 'application/json', buffer: json(exported) });
    await page.getByRole('textbox', { name: 'Workflow name' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Workflow name' }).inputValue()).toBe('Keys 2');
    await leave();
  });
});

async function command(page: Page, label: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog', { name: 'Command menu' }).getByRole('textbox').fill(label);
  await page.getByRole('dialog', { name: 'Command menu' }).getByText(label).first().click();
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Waits until the canvas has exactly these connections. */
async function connections(page: Page, expected: string[]): Promise<void> {
  await waitFor(async () => (await page.locator('.react-flow__edge').count()) === expected.length, {
    what: `${expected.length} connections`,
  });
  const labels = await page
    .locator('.react-flow__edge')
    .evaluateAll((edges) => edges.map((edge) => edge.getAttribute('aria-label') ?? ''));
  const shown = labels.map((label) => label.replace(/^Connection from /, '').replace(/, port .*, to /, ' to '));
  expect(shown.toSorted()).toEqual(expected.toSorted());
}
