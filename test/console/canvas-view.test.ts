import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { card, dragCanvas, isWithinCanvas, middleIn, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** These columns are too many to be visible next to the component panel at a readable zoom. */
const COLUMNS = ['Start', 'Second', 'Third', 'Answer'];
const wide = () =>
  chain(
    ...COLUMNS.slice(1, -1).map((name) => ({
      type: 'transform',
      name,
      output: name.toLowerCase(),
      config: { expression: 'name', type: 'TEXT' },
    })),
  );

describeInBrowser('The view of the canvas', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a selected component and those next to it stay in view when its panel opens', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Wide', wide(), false);
    await page.goto(`/workflows/${id}`);
    for (const name of ['Second', 'Third', 'Answer', 'Third', 'Second', 'Start']) {
      await card(page, name).click();
      await page.getByRole('complementary', { name: `Component ${name}`, exact: true }).waitFor();
      const index = COLUMNS.indexOf(name);
      for (const one of COLUMNS.slice(Math.max(0, index - 1), index + 2))
        await waitFor(() => isWithinCanvas(page, one), { what: `${one} in view next to ${name}` });
    }
    await leave();
  });

  test('a chain that is built by keyboard keeps the card before the new one in view', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Built by keyboard', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    let before = 'Answer';
    for (const name of ['Transform', 'Transform 2', 'Transform 3']) {
      await page.getByLabel('Search components').fill('transform');
      await page.keyboard.press('Enter');
      await page.getByRole('complementary', { name: `Component ${name}`, exact: true }).waitFor();
      await waitFor(() => isWithinCanvas(page, name), { what: 'the new card in view' });
      await viewAtRest(page);
      expect([await isWithinCanvas(page, before), await isWithinCanvas(page, name)]).toEqual([true, true]);
      before = name;
    }
    // The focus on a card out of view shows it, with the panel of another card and without one.
    await card(page, 'Start').focus();
    await waitFor(() => isWithinCanvas(page, 'Start'), { what: 'the focused card in view' });
    await page.keyboard.press('Escape');
    await page.getByRole('complementary', { name: /^Component/ }).waitFor({ state: 'detached' });
    await viewAtRest(page);
    await card(page, 'Transform 3').focus();
    await waitFor(() => isWithinCanvas(page, 'Transform 3'), { what: 'the other card in view' });
    await leave();
  });

  test('nothing moves while a pointer is pressed', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Pressed', wide(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').click();
    await page.getByRole('complementary', { name: 'Component Start' }).waitFor();
    await waitFor(() => isWithinCanvas(page, 'Start'), { what: 'the first card in view' });
    const left = async () => (await card(page, 'Start').boundingBox())?.x;
    await viewAtRest(page);
    const atRest = await left();
    // The pointer is over an element without effect, while the last card is selected with the keyboard.
    await page.getByRole('region', { name: 'Components to add' }).getByRole('heading').first().hover();
    await page.mouse.down();
    await card(page, 'Answer').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Answer' }).waitFor();
    expect(await isWithinCanvas(page, 'Answer')).toBe(false);
    expect(await left()).toBe(atRest);
    await page.mouse.up();
    await waitFor(() => isWithinCanvas(page, 'Answer'), { what: 'the selected card in view' });
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
    const port = await middleIn(page, 'Start', '.react-flow__handle.source');
    const edge = { x: (pane?.x ?? 0) + (pane?.width ?? 0) - 3, y: port.y + 120 };
    await page.mouse.move(port.x, port.y);
    await page.mouse.down();
    await page.mouse.move(edge.x, edge.y, { steps: 4 });
    await waitFor(async () => (await left()) < before - 100, { what: 'the canvas to pan' });
    await page.mouse.move(port.x, edge.y, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.press('Escape');

    await viewAtRest(page);
    const source = await middleIn(page, 'Start', '.react-flow__handle.source');
    await dragCanvas(page, { x: edge.x - 5 - source.x, y: 0 });
    await viewAtRest(page);
    const atEdge = await left();
    const start = await middleIn(page, 'Start', '.react-flow__handle.source');
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x, start.y + 60, { steps: 4 });
    await page.locator('.react-flow__connection').waitFor();
    await viewAtRest(page);
    expect(await left()).toBe(atEdge);
    await page.mouse.up();
    await leave();
  });

  test('a component that is inserted by key has the focus, and a ring around its card', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain();
    const onlyInput = { components: definition.components.slice(0, 1), connections: [] };
    const { id } = await makeWorkflow(context, 'Inserted', { definition: onlyInput, inputId }, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').getByRole('button', { name: 'Add a component after next' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add a component' }).waitFor();
    await page.keyboard.type('transform');
    await page.keyboard.press('Enter');
    const focused = page.locator(':focus-visible');
    await card(page, 'Transform').and(focused).waitFor();
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('dashed');
    // The next key press goes to this element.
    await page.keyboard.press('Delete');
    await card(page, 'Transform').waitFor({ state: 'detached' });
    await leave();
  });
});
