import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, typeInto, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** A path to look at a picture by hand. */
const PICTURES = process.env['PICTURES'];

const each = (components: object[], connections: object[] = []) => ({
  type: 'for-each',
  name: 'Each',
  output: 'results',
  config: { items: '{{ ["a", "b"] }}', itemKey: 'item', body: { components, connections } } as unknown as JsonObject,
});
const inner = (number: number, type: string, name: string, config: JsonObject, more = {}) => ({
  ...{ id: `00000000-0000-7000-8000-00000000000${number}`, type, name, config },
  ...more,
});

describeInBrowser('A loop on the canvas', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('is built in its frame, with the placeholders of the item, by pointer and keyboard', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Loops', chain(each([])), false);
    const bodyOf = async () => {
      const { components } = (await (await context.request.get(`/v1/workflows/${id}`)).json()) as Definition;
      return components.find(({ type }) => type === 'for-each')?.config['body'] as unknown as Definition;
    };
    await page.goto(`/workflows/${id}`);
    await page.getByRole('region', { name: 'Loop of Each' }).waitFor();
    await viewAtRest(page);
    const add = page.getByRole('button', { name: 'Add a component to the loop of Each' });
    await add.click();
    await page.getByRole('textbox', { name: 'Search components to add here' }).fill('Transform');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Component Transform' });
    await panel.getByText('index', { exact: true }).first().waitFor();
    await panel.getByText('item', { exact: true }).first().waitFor();
    await typeInto(page, 'Expression', 'item & name & index');
    await add.click();
    await page.getByRole('textbox', { name: 'Search components to add here' }).fill('Output');
    await page.keyboard.press('Enter');
    await waitFor(async () => (await bodyOf()).connections.length === 1, { what: 'the connection in the body' });
    expect((await bodyOf()).components.map(({ type }) => type)).toEqual(['transform', 'output']);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/loop-editor.png` });
    expect(await seriousProblems(page, 'a loop')).toEqual([]);

    // The card, what is in its frame and their connections go and return together.
    await page.getByRole('button', { name: 'Show the whole workflow' }).click();
    await viewAtRest(page);
    await card(page, 'Each').click({ position: { x: 20, y: 20 } });
    await page.keyboard.press('Delete');
    await page.getByRole('region', { name: 'Loop of Each' }).waitFor({ state: 'detached' });
    expect(await card(page, 'Transform').count()).toBe(0);
    await page.keyboard.press('ControlOrMeta+z');
    await card(page, 'Transform').waitFor();
    await editorSaved(page);
    await waitFor(async () => (await bodyOf())?.connections.length === 1, { what: 'the body again' });

    await page.reload();
    await card(page, 'Transform').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('moves with its card, and a card can be dragged out of it and into it', async () => {
    const { page, context, leave } = await app.open();
    const text = inner(1, 'transform', 'Text', { expression: 'item', type: 'TEXT' }, { position: { x: 360, y: 260 } });
    const alone = inner(2, 'transform', 'Alone', { expression: '1', type: 'TEXT' }, { position: { x: 360, y: 420 } });
    const { id } = await makeWorkflow(context, 'Drags', chain(each([text, alone])), false);
    const read = async () => (await (await context.request.get(`/v1/workflows/${id}`)).json()) as Definition;
    const names = async () => {
      const { components } = await read();
      const body = components.find(({ type }) => type === 'for-each')?.config['body'] as unknown as Definition;
      return body.components.map(({ name }) => name);
    };
    await page.goto(`/workflows/${id}`);
    await card(page, 'Alone').waitFor();
    await viewAtRest(page);
    const drag = async (name: string, x: number, y: number) => {
      const box = (await card(page, name).boundingBox())!;
      await page.mouse.move(box.x + 30, box.y + 14);
      await page.mouse.down();
      await page.mouse.move(box.x + 30 + x / 2, box.y + 14 + y / 2, { steps: 4 });
      await page.mouse.move(box.x + 30 + x, box.y + 14 + y, { steps: 4 });
      await page.mouse.up();
    };
    const distance = async () => {
      const [outer, within] = [await card(page, 'Each').boundingBox(), await card(page, 'Text').boundingBox()];
      return Math.round(within!.x - outer!.x);
    };
    const before = await distance();
    await drag('Each', 40, 0);
    expect(Math.abs((await distance()) - before)).toBeLessThanOrEqual(1);

    await drag('Alone', 0, 260);
    await waitFor(async () => (await names()).length === 1, { what: 'the card outside' });
    expect(await names()).toEqual(['Text']);
    await page.keyboard.press('ControlOrMeta+z');
    await waitFor(async () => (await names()).length === 2, { what: 'the card inside again' });
    await leave();
  });

  test('shows the steps of its items in the session, one item at a time', async () => {
    const { page, context, complaints, leave } = await app.open();
    const [check, end] = [
      inner(
        3,
        'transform',
        'Check',
        { expression: 'item = "b" ? $error("no b") : item', type: 'TEXT' },
        { output: 'x' },
      ),
      inner(4, 'output', 'Result', { value: '{{ x }}' }),
    ];
    const loop = each([check, end], [{ from: check.id, port: 'next', to: end.id }]);
    loop.config['onItemError'] = 'continue';
    const workflow = await makeWorkflow(context, 'Ran', chain(loop));
    const id = await startRun(context, workflow);
    const status = async () => (await (await context.request.get(`/v1/sessions/${id}`)).json()).status;
    await waitFor(async () => (await status()) === 'SUCCEEDED', { what: 'the end' });
    await page.goto(`/sessions/${id}`);
    const item = page.getByRole('link', { name: 'Item 2 of 2' });
    await item.waitFor();
    const failed = card(page, 'Check').locator('[data-component-type][data-status="FAILED"]');
    await failed.waitFor();
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/loop-session.png` });
    await page.getByRole('button', { name: 'Previous' }).click();
    await page.getByRole('link', { name: 'Item 1 of 2' }).waitFor();
    await failed.waitFor({ state: 'detached' });
    expect(await seriousProblems(page, 'items of a loop')).toEqual([]);
    await page.getByRole('button', { name: 'Next' }).click();
    await item.click();
    await page.getByText('no b').first().waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
