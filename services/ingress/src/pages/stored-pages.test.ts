import { expect, test } from '@jest/globals';
import { StoredPages } from './stored-pages.ts';

const KIB = 1024;
const MAX_BYTES = 64 * KIB;

/** Opens a cache of 64 KiB. Its `isRendered` reads a page, and resolves to true if the page was rendered for it. */
function openPages() {
  const pages = new StoredPages(MAX_BYTES);
  let rendered = 0;
  const isRendered = async (key: string, bytes: number, organizationId = 'a'): Promise<boolean> => {
    const before = rendered;
    const render = (): string => {
      rendered += 1;
      return 'x'.repeat(bytes);
    };
    await pages.head({ key, version: '1', organizationId, render });
    return rendered > before;
  };
  return { pages, isRendered };
}

test('the pages of one organization use at most half of the bytes, and the oldest makes room', async () => {
  const { isRendered } = openPages();
  for (const key of ['first', 'second', 'third']) expect(await isRendered(key, 12 * KIB)).toBe(true);
  expect(await isRendered('third', 12 * KIB)).toBe(false);
  expect(await isRendered('first', 12 * KIB)).toBe(true);
});

test('the pages of all organizations have at most the bytes of the cache', async () => {
  const { pages, isRendered } = openPages();
  for (const organizationId of ['a', 'b', 'c', 'd']) await isRendered(organizationId, 24 * KIB, organizationId);
  expect(pages.bytes).toBeGreaterThan(MAX_BYTES / 2);
  expect(pages.bytes).toBeLessThanOrEqual(MAX_BYTES);
  expect(await isRendered('d', 24 * KIB, 'd')).toBe(false);
});

test('a page that is too large for the cache is rendered for each reader', async () => {
  const { pages, isRendered } = openPages();
  expect([await isRendered('large', 40 * KIB), await isRendered('large', 40 * KIB)]).toEqual([true, true]);
  expect(pages.bytes).toBe(0);
});
