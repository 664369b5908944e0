import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { addressOf } from '../../packages/console/src/names/fixed-pages.ts';
import { type ConsolePage, PAGES } from '../../packages/console/src/names/pages.ts';
import { makeApp, makeTable, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';
import { busyTime, leastOf, SLOW_HOUR } from './longest-task.ts';

const DIST = join(import.meta.dirname, '../../packages/console/dist');
const MAX_PAGE_BYTES = 250_000;
/** It contains the descriptions of all component types with the schemas of their forms, and the frames of loops. */
const MAX_EDITOR_BYTES = 286_000;
const MAX_FIRST_CONTENT_MS = 300 * SLOW_HOUR;

describeInBrowser('What a page of the console needs for its first content', () => {
  let app: ConsoleSystem;
  let workflowId: string;
  let sessionId: string;
  let tableName: string;
  let appId: string;
  beforeAll(async () => {
    app = await startConsole();
    const { context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'First');
    workflowId = workflow.id;
    sessionId = await startRun(context, workflow);
    tableName = await makeTable(context);
    appId = await makeApp(context);
    await leave();
  });
  afterAll(() => app?.stop());

  /** Returns every page within the shell by name. */
  const pages = (): Record<string, string> => {
    const shown = Object.entries<ConsolePage>(PAGES).filter(([, { frame }]) => frame === 'shell');
    const parameters = { workflowId, sessionId, tableName, appId };
    return Object.fromEntries(shown.map(([name, { path }]) => [name, addressOf(path, parameters)]));
  };

  test('every list loads at most 250 KB of scripts and styles, and the editor before CodeMirror 286 KB', async () => {
    const tooLarge: unknown[] = [];
    const { session: _session, ...bounded } = pages();
    const { page, leave } = await app.open();
    for (const [name, path] of Object.entries(bounded)) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      const files = await loadedFiles(page);
      expect(files.length).toBeGreaterThan(1);
      const sizes = files.map((file) => ({
        file,
        bytes: gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length,
      }));
      const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
      if (total > (name === 'editor' ? MAX_EDITOR_BYTES : MAX_PAGE_BYTES)) tooLarge.push({ name, total, sizes });
    }
    await leave();
    expect(tooLarge).toEqual([]);
  });

  test('the list of workflows loads no editor, code editor or chart', async () => {
    const { page, leave } = await app.open({ path: '/workflows' });
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    const files = await loadedFiles(page);
    expect(files.filter((path) => /editor-page|code-mirror|sessions-chart|preview-expression/.test(path))).toEqual([]);
    await leave();
  });

  // Measured in CPU time: on an idle machine, this is the time until somebody sees the page.
  test('every page has its first content after 300 ms of work with a warm cache', async () => {
    const { page, leave } = await app.open();
    const slow: Record<string, number> = {};
    for (const [name, path] of Object.entries(pages())) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      const ms = await leastOf(MAX_FIRST_CONTENT_MS, () =>
        busyTime(page, async () => {
          await page.goto(path, { waitUntil: 'commit' });
          await page.locator('h1').waitFor();
        }),
      );
      if (ms > MAX_FIRST_CONTENT_MS) slow[name] = ms;
    }
    expect(slow).toEqual({});
    await leave();
  });
});

/** Returns the paths of the scripts and style sheets that the page has loaded. */
async function loadedFiles(page: Page): Promise<string[]> {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname),
  );
  return [...new Set(loaded)].filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
}
