import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card, hoverConnection, isWithinCanvas, textOf } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const EMPTY = { definition: { components: [], connections: [] }, inputId: '' };

describeInBrowser('The canvas of the editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('components from the list appear in view, at one zoom, without a problem before anything is typed', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'In view', EMPTY, false);
    await page.goto(`/workflows/${id}`);
    const palette = page.getByRole('region', { name: 'Components to add' });
    await page.locator('.react-flow__controls').waitFor();
    // An empty canvas has no map.
    expect(await page.locator('.react-flow__minimap').count()).toBe(0);
    for (const name of ['Webhook', 'Parse JSON', 'Condition', 'Output']) {
      await palette.getByRole('button', { name, exact: true }).click();
      await page.getByRole('complementary', { name: `Component ${name}`, exact: true }).waitFor();
      await waitFor(() => isWithinCanvas(page, name), { what: `${name} in view` });
      expect(Math.round((await boxOf(card(page, name))).width)).toBe(220);
      await page
        .locator('[data-kind="saved"]')
        .or(page.getByText('Saved', { exact: true }))
        .first()
        .waitFor();
      expect(
        await card(page, name)
          .getByText(/problem/)
          .count(),
      ).toBe(0);
    }
    // A component that was left shows its problems.
    await card(page, 'Condition').getByText('1 problem').waitFor();
    expect(await page.locator('.react-flow__edge').count()).toBe(3);
    await leave();
  });

  test('components without a position lie apart, in the editor and in the graph of a session', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain();
    const components = definition.components.map(({ position: _position, ...rest }) => rest);
    const { id } = await makeWorkflow(context, 'No positions', { definition: { ...definition, components }, inputId });
    await page.goto(`/workflows/${id}`);
    await apart(page);
    await page.getByRole('button', { name: 'Test run' }).click();
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('link', { name: 'Open session' }).click();
    await page.getByText('Execution', { exact: true }).waitFor();
    await apart(page);
    await page.getByRole('link', { name: 'Editor' }).click();
    await page.getByRole('button', { name: 'Test run' }).waitFor();

    async function apart(on: Page): Promise<void> {
      await card(on, 'Answer').waitFor();
      const [start, answer] = [await boxOf(card(on, 'Start')), await boxOf(card(on, 'Answer'))];
      expect(answer.x).toBeGreaterThan(start.x + start.width);
    }
    await leave();
  });

  test('a component is inserted into a connection, duplicated, and all of them are selected by key', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Insert', chain(), false);
    await page.goto(`/workflows/${id}`);
    await page.locator('.react-flow__minimap').waitFor();
    await hoverConnection(page);
    await page.getByRole('button', { name: 'Insert a component here' }).click();
    await page.keyboard.type('transform');
    await page.keyboard.press('Enter');
    await card(page, 'Transform').waitFor();
    // Next to the panel, the map would cover cards.
    await page.locator('.react-flow__minimap').waitFor({ state: 'hidden' });
    expect(await page.locator('.react-flow__edge').count()).toBe(2);
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: /^Component/ }).waitFor({ state: 'detached' });
    // The card has the focus, so it receives the next key press.
    await page.locator('.react-flow__node:focus').waitFor();
    await page.keyboard.press('Control+a');
    await waitFor(async () => (await page.locator('.react-flow__node.selected').count()) === 3, {
      what: 'a selection',
    });
    await page.keyboard.press('Control+d');
    await waitFor(async () => (await page.locator('.react-flow__node').count()) === 6, { what: 'the copies' });
    await leave();
  });

  test('the page of a workflow that does not exist shows that and offers nothing useless', async () => {
    const { page, leave } = await app.open({ path: `/workflows/${randomUUID()}` });
    await page.getByText('Workflow not found').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Go to workflows' }).click();
    await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor();
    await leave();
  });

  test('a placeholder is dragged from the list into an expression', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Drag', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    const value = page.getByRole('textbox', { name: 'Value' });
    await value.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: /^name Text/ }).dragTo(value);
    await waitFor(async () => (await textOf(value)) === '{{ name }}', { what: 'the dropped placeholder' });
    await leave();
  });
});

async function boxOf(element: Locator): Promise<{ x: number; width: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page');
  return box;
}
