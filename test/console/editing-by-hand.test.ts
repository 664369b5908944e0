import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Locator, Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, dragCanvas, editorSaved, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const DELAY = { type: 'delay', name: 'Wait', config: { seconds: 1 } };
const CODE = { type: 'code', name: 'Compute', output: 'computed', config: { source: 'return 1;', type: 'NUMBER' } };

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

  test('a connector is dropped anywhere on a card, and comes from a list too', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain(DELAY);
    const workflow = { definition: { ...definition, connections: [] }, inputId };
    const { id } = await makeWorkflow(context, 'Dropped', workflow, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Wait').waitFor();
    await viewAtRest(page);
    const port = await boxOf(page, 'Start', '.react-flow__handle.source');
    const name = await boxOf(page, 'Wait', '[title="Wait"]');
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

  test('a connector that is held at an edge of the canvas pans it, one that starts there first leaves it', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain();
    const workflow = { definition: { ...definition, connections: [] }, inputId };
    const { id } = await makeWorkflow(context, 'Panned', workflow, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    await viewAtRest(page);
    const left = async () => (await card(page, 'Start').boundingBox())?.x ?? 0;
    const [before, pane] = [await left(), await page.locator('.react-flow').boundingBox()];
    const port = await boxOf(page, 'Start', '.react-flow__handle.source');
    const edge = { x: (pane?.x ?? 0) + (pane?.width ?? 0) - 3, y: port.y + 120 };
    await page.mouse.move(port.x, port.y);
    await page.mouse.down();
    await page.mouse.move(edge.x, edge.y, { steps: 4 });
    await waitFor(async () => (await left()) < before - 100, { what: 'the canvas to pan' });
    await page.mouse.move(port.x, edge.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('Escape');

    await viewAtRest(page);
    const source = await boxOf(page, 'Start', '.react-flow__handle.source');
    await dragCanvas(page, { x: edge.x - 5 - source.x, y: 0 });
    await viewAtRest(page);
    const atEdge = await left();
    const start = await boxOf(page, 'Start', '.react-flow__handle.source');
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y + 60, { steps: 4 });
    await page.locator('.react-flow__connection').waitFor();
    await viewAtRest(page);
    expect(await left()).toBe(atEdge);
    await page.mouse.up();
    await leave();
  });

  test('JSON of an exported workflow is pasted where the pointer is; of another text it is said why not', async () => {
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

  test('code is edited in a large window, and a pin where it stands', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Large', chain(CODE), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Compute').click();
    const panel = page.getByRole('complementary', { name: /^Component/ });
    const enlarge = panel.getByRole('button', { name: /^Edit in a large window/ });
    await enlarge.click();
    const dialog = page.getByRole('dialog');
    await isFocused(dialog.getByRole('textbox'));
    expect((await dialog.boundingBox())?.height).toBe(page.viewportSize()?.height);
    await page.keyboard.press('Control+A');
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await isFocused(dialog.getByRole('button', { name: 'Close' }));
      await page.keyboard.press(key);
      await isFocused(dialog.getByRole('textbox'));
    }
    await page.keyboard.type('return p');
    await page.getByRole('option', { name: /^placeholders/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('option', { name: /^placeholders/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('return 42;');
    expect(await seriousProblems(page, 'large editor')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await isFocused(enlarge);
    expect(await panel.getByRole('textbox', { name: 'Source' }).innerText()).toContain('return 42;');

    await page.getByRole('tab', { name: 'Run' }).click();
    await panel.getByRole('button', { name: 'Pin a value' }).click();
    await panel.getByRole('textbox', { name: 'Pinned output' }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{"computed":');
    await panel.getByText('Not valid JSON').waitFor();
    await page.keyboard.insertText('7}');
    await card(page, 'Compute').getByText('{"computed":7}').waitFor();
    expect(await seriousProblems(page, 'pin')).toEqual([]);
    await leave();
  });
});

async function command(page: Page, label: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog', { name: 'Command menu' }).getByRole('textbox').fill(label);
  await page.getByRole('dialog', { name: 'Command menu' }).getByText(label).first().click();
}

/** Also within a shadow root. */
async function isFocused(field: Locator): Promise<void> {
  const has = (element: Element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element;
  await waitFor(async () => field.evaluate(has), { what: 'the focus' });
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

async function boxOf(page: Page, name: string, selector: string): Promise<{ x: number; y: number }> {
  const box = await card(page, name).locator(selector).first().boundingBox();
  if (!box) throw new Error(`${name} has no ${selector}`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
