import type { Locator, Page } from 'playwright-core';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Uses a page as a person does: only elements within the window, by mouse and keyboard. Counts the actions. */
export interface Person {
  /** The number of clicks, keystrokes and drags, without the text itself. */
  actions(): number;
  click(element: Locator): Promise<void>;
  press(key: string): Promise<void>;
  /** Types text letter by letter. @throws when something on the page moves while it types */
  type(text: string): Promise<void>;
  /** Drags from one element to another, or to a point of the window. */
  drag(from: Locator, to: Locator | { x: number; y: number }): Promise<void>;
}

/** The maximum layout shift of a page while somebody types, as Chromium measures it. */
const MAX_SHIFT = 0.02;

export async function personAt(page: Page): Promise<Person> {
  let count = 0;
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  const shift = async () => (await page.evaluate('window.layoutShift')) as number;

  async function visibleBox(element: Locator): Promise<Box> {
    await element.waitFor();
    // Panning is animated, so a person waits until the element does not move.
    await element.hover();
    const box = await element.boundingBox();
    const window = page.viewportSize();
    if (!box || !window) throw new Error(`${String(element)} is not shown`);
    const isInside =
      box.x >= 0 && box.y >= 0 && box.x + box.width <= window.width && box.y + box.height <= window.height;
    if (!isInside) throw new Error(`${String(element)} lies outside of the window: ${JSON.stringify(box)}`);
    return box;
  }

  return {
    actions: () => count,
    async click(element) {
      await visibleBox(element);
      await element.click();
      count += 1;
    },
    async press(key) {
      await page.keyboard.press(key);
      count += 1;
    },
    async type(text) {
      const before = await shift();
      await page.keyboard.type(text, { delay: 15 });
      const moved = (await shift()) - before;
      if (moved > MAX_SHIFT) throw new Error(`The page moved by ${moved} while "${text}" was typed`);
    },
    async drag(from, to) {
      const start = middleOf(await visibleBox(from));
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      const end = 'x' in to ? to : middleOf(await visibleBox(to));
      await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 5 });
      await page.mouse.move(end.x, end.y, { steps: 5 });
      await page.mouse.up();
      count += 1;
    },
  };
}

function middleOf({ x, y, width, height }: Box): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
