import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import { waitFor } from '@workflow/test-harness';
import type { Definition } from '@workflow/workflow-model';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const MESSAGE = 'The customer is not known here, nor anywhere else';
const FAIL = { type: 'fail', name: 'Stop', config: { code: 'UNKNOWN_CUSTOMER', message: MESSAGE } };
/** Returns a failing component without ports, for the end of a workflow. */
const failing = () => {
  const { definition, inputId } = chain(FAIL);
  const components = definition.components.slice(0, -1);
  return { definition: { components, connections: definition.connections.slice(0, 1) }, inputId };
};
const ALL_FIELDS = ['TEXT', 'BOOLEAN', 'DATE_TIME'].map((type) => ({ key: type.toLowerCase(), type }));

describeInBrowser('Sizes in the editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('no select of a form cuts off a choice, and no description shows a backtick', async () => {
    const { page, context, leave } = await app.open();
    const components = COMPONENT_TYPES.map(({ type, isTrigger }, index) => ({
      id: randomUUID() as string,
      type,
      name: `The ${type}`,
      config: type === 'input' ? { placeholders: ALL_FIELDS } : {},
      position: { x: 320 * (index % 6), y: (isTrigger ? 0 : 160) * Math.floor(index / 6) },
    }));
    const definition = { components, connections: [] } as Definition;
    const { id } = await makeWorkflow(context, 'All types', { definition, inputId: '' }, false);
    await page.goto(`/workflows/${id}`);
    const wrong: Record<string, string[]> = {};
    for (const { name } of components) {
      await card(page, name).focus();
      await page.keyboard.press('Enter');
      await panelOf(page, name).getByRole('textbox', { name: 'Name', exact: true }).waitFor();
      const found = await panelOf(page, name).evaluate(faultsOf);
      if (found.length > 0) wrong[name] = found;
    }
    expect(wrong).toEqual({});
    await leave();
  });

  test('placeholders take no more of the panel than they need, and the form has the rest', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(
      context,
      'Room',
      chain({ type: 'http-request', name: 'Call', config: {} }),
      false,
    );
    await page.goto(`/workflows/${id}`);
    await card(page, 'Call').click();
    const list = panelOf(page, 'Call').getByRole('heading', { name: 'Available placeholders' });
    await list.waitFor();
    const top = (await list.boundingBox())?.y ?? 0;
    // One placeholder has its row, the heading and a sentence.
    expect((page.viewportSize()?.height ?? 0) - top).toBeLessThan(140);
    await leave();
  });

  test.each([
    [1440, 900],
    [1024, 768],
    [390, 844],
  ])(
    'the bar of a test run shows why it failed and leaves the zoom buttons free, at %i x %i',
    async (width, height) => {
      const { page, context, leave } = await app.open({ viewport: { width, height } });
      const { id } = await makeWorkflow(context, `Failed at ${width}`, failing(), false);
      await page.goto(`/workflows/${id}`);
      await card(page, 'Stop').waitFor();
      await page.getByRole('button', { name: 'Test run' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'name' }).fill('Ada');
      await page.getByRole('dialog').getByRole('button', { name: /^Run/ }).click();
      const bar = page.getByRole('status', { name: 'Test run' });
      await bar.getByText(MESSAGE).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      for (const withPanel of [false, true]) {
        if (withPanel) await card(page, 'Stop').click();
        await waitFor(async () => !(await overlap(page)), { what: `the buttons next to the bar, panel: ${withPanel}` });
        expect(await bar.getByText(MESSAGE).evaluate(isCutOff)).toBe(false);
      }
      await leave();
    },
  );

  test('a card stays at its height when the panel opens next to a narrow canvas', async () => {
    const { page, context, leave } = await app.open({ viewport: { width: 1024, height: 768 } });
    const { id } = await makeWorkflow(context, 'Narrow', failing(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Stop').waitFor();
    await viewAtRest(page);
    const before = (await card(page, 'Stop').boundingBox())?.y;
    await card(page, 'Stop').click();
    await panelOf(page, 'Stop').waitFor();
    await viewAtRest(page);
    expect((await card(page, 'Stop').boundingBox())?.y).toBeCloseTo(before ?? 0, 0);
    await leave();
  });
});

function panelOf(page: Page, name: string) {
  return page.getByRole('complementary', { name: `Component ${name}`, exact: true });
}

/** Returns choices that are wider than their select, and texts with backticks. It runs in the page. */
function faultsOf(panel: Element): string[] {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const cutOff = [...panel.querySelectorAll('select')].flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    context.font = font;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return [...select.options].map(({ text }) => text).filter((text) => context.measureText(text).width > room);
  });
  const raw = [...panel.querySelectorAll('p, div, label')].flatMap(({ children, textContent }) =>
    children.length === 0 && textContent.includes('`') ? [textContent] : [],
  );
  return [...cutOff, ...raw];
}

function isCutOff({ scrollHeight, clientHeight }: Element): boolean {
  return scrollHeight > clientHeight + 1;
}

/** Returns true if the bar of a test run covers the zoom buttons. */
async function overlap(page: Page): Promise<boolean> {
  const [bar, buttons] = await Promise.all(
    [page.getByRole('status', { name: 'Test run' }), page.locator('.react-flow__controls')].map((one) =>
      one.boundingBox(),
    ),
  );
  if (!bar || !buttons) return true;
  const apart = (one: number, length: number, other: number, otherLength: number) =>
    one >= other + otherLength || other >= one + length;
  return !apart(bar.x, bar.width, buttons.x, buttons.width) && !apart(bar.y, bar.height, buttons.y, buttons.height);
}
