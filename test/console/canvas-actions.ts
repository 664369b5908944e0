import { waitFor } from '@workflow/test-harness';
import type { Locator, Page } from 'playwright-core';

/** Waits until the draft is saved. */
export async function editorSaved(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .getByText('Saved', { exact: true })
    .or(page.locator('[data-kind="saved"]'))
    .first()
    .waitFor();
}

/** Types into an expression, template or JSON editor. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

/** Returns the text of a code editor. */
export async function textOf(editor: Locator): Promise<string> {
  return (await editor.innerText()).trim();
}

export function card(page: Page, name: string): Locator {
  return page.locator('.react-flow__node').filter({ has: page.locator(`[title="${name}"]`) });
}

/** The number of unchanged frames after which the view is at rest. A pan begins one or two frames after its cause. */
const FRAMES_AT_REST = 6;

/** Waits until the canvas neither pans nor zooms. */
export async function viewAtRest(page: Page): Promise<void> {
  await page.locator('.react-flow__viewport').evaluate(async (view, frames) => {
    let style: string | null = null;
    for (let unchanged = 0; unchanged < frames; unchanged = view.getAttribute('style') === style ? unchanged + 1 : 0) {
      style = view.getAttribute('style');
      await new Promise(requestAnimationFrame);
    }
  }, FRAMES_AT_REST);
}

/** Drags from a port of one component to another component. */
export async function connectPorts(page: Page, from: string, port: string, to: string): Promise<void> {
  await viewAtRest(page);
  const source = await middleOf(card(page, from).locator(`.react-flow__handle[data-handleid="${port}"]`));
  const target = await middleOf(card(page, to).locator('.react-flow__handle.target'));
  await page.mouse.move(source.x, source.y);
  await page.mouse.down();
  await page.mouse.move((source.x + target.x) / 2, (source.y + target.y) / 2, { steps: 4 });
  await page.mouse.move(target.x, target.y, { steps: 4 });
  await page.mouse.up();
}

/**
 * Moves the mouse to the middle of the only connection. Playwright cannot hover a level one by itself: the box of a
 * level line has no height.
 */
export async function hoverConnection(page: Page): Promise<void> {
  await viewAtRest(page);
  const { x, y } = await page.locator('.react-flow__edge-path').evaluate((line) => {
    const path = line as SVGPathElement;
    const middle = path.getPointAtLength(path.getTotalLength() / 2);
    const { x: left, y: top } = new DOMPoint(middle.x, middle.y).matrixTransform(path.getScreenCTM()!);
    return { x: left, y: top };
  });
  await page.mouse.move(x, y);
}

/** Pans the canvas with the mouse, from a place without a card. */
export async function dragCanvas(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  const pane = await boxOf(page.locator('.react-flow__pane'));
  const from = { x: pane.x + 20, y: pane.y + 120 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + x, from.y + y, { steps: 4 });
  await page.mouse.up();
}

/** Returns true if all of a component's card is within the canvas. */
export async function isWithinCanvas(page: Page, name: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([boxOf(card(page, name)), boxOf(page.locator('.react-flow'))]);
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Waits until a field has the focus, even within a shadow root. */
export async function isFocused(field: Locator): Promise<void> {
  const has = (element: Element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element;
  await waitFor(async () => field.evaluate(has), { what: 'the focus' });
}

/** Returns the middle of the element that a selector finds in a component's card. */
export function middleIn(page: Page, name: string, selector: string): Promise<{ x: number; y: number }> {
  return middleOf(card(page, name).locator(selector).first());
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(element);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await element.waitFor();
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not on the page');
  return box;
}
