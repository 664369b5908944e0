import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { card, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const transform = { type: 'transform', name: 'Text', output: 'text', config: { expression: 'name', type: 'TEXT' } };
const check = { type: 'condition', name: 'Check', config: { expression: 'name = "Ada"' } };

describeInBrowser('The canvas', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('draws the connections of a chain level, and shows the tools of one card', async () => {
    const { page, context, complaints, leave } = await app.open();
    const made = chain(transform, check);
    // Behind the condition, only its first port is used.
    made.definition.connections.at(-1)!.port = 'true';
    const { id } = await makeWorkflow(context, 'Level', made, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Check').waitFor();
    await viewAtRest(page);
    const heights = () =>
      page
        .locator('.react-flow__edge-path')
        .evaluateAll((paths) => paths.map((path) => Math.round((path as SVGGraphicsElement).getBBox().height)));
    expect(await heights()).toEqual([0, 0, 0]);
    await page.getByRole('button', { name: 'Arrange' }).click();
    await viewAtRest(page);
    expect(await heights()).toEqual([0, 0, 0]);

    const tools = page.getByRole('button', { name: /^Duplicate / });
    await card(page, 'Text').click({ position: { x: 60, y: 20 } });
    await page.keyboard.press('Escape');
    await card(page, 'Check').hover();
    await page.getByRole('button', { name: 'Duplicate Check' }).waitFor();
    expect(await tools.count()).toBe(1);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('shows segmented controls in the bluish grey of the other surfaces in the dark', async () => {
    const { page, leave } = await app.open({ path: '/' });
    await page.emulateMedia({ colorScheme: 'dark' });
    const control = page.locator('.mantine-SegmentedControl-root').first();
    await control.waitFor();
    const colour = await control.evaluate((element) => getComputedStyle(element).backgroundColor);
    const [red = 0, , blue = 0] = colour.match(/\d+/g)?.map(Number) ?? [];
    expect({ colour, isBluish: blue > red }).toEqual({ colour, isBluish: true });
    await leave();
  });
});
