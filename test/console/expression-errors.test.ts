import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const MESSAGE = 'the amount of the order is more than its customer may spend in a month without an approval';

describeInBrowser('What is wrong with an expression', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  /** Returns true if all of a text is visible, on as many lines as it needs. */
  const isWhole = (text: Locator): Promise<boolean> =>
    text.evaluate((drawn) => drawn.scrollWidth <= drawn.clientWidth && drawn.scrollHeight <= drawn.clientHeight);

  test('is visible to its end: for a preview after a click, for a problem next to the field', async () => {
    const { page, context, leave } = await app.open();
    const spend = { type: 'transform', name: 'Spend', output: 'spent', config: { expression: '1', type: 'NUMBER' } };
    const made = chain({ ...spend, config: { ...spend.config, expression: `$error("${MESSAGE}")` } });
    made.definition.components[2]!.config = { value: `{{ name & ${'nothing_of_this_name_is_there_'.repeat(4)} }}` };
    const workflow = await makeWorkflow(context, 'Refuses', made, false);
    await startRun(context, workflow, 'Ada', 'TEST');
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Spend').click({ position: { x: 20, y: 20 } });
    const preview = page.getByTitle('Show all of it').filter({ hasText: MESSAGE });
    await preview.waitFor();
    await preview.click();
    const all = page.getByRole('dialog').getByText(MESSAGE);
    await all.waitFor();
    expect(await isWhole(all)).toBe(true);
    await page.keyboard.press('Escape');
    await card(page, 'Answer').click({ position: { x: 20, y: 20 } });
    const problem = page.getByRole('status').filter({ hasText: 'nothing_of_this_name_is_there_' });
    await problem.waitFor();
    expect(await isWhole(problem)).toBe(true);
    await leave();
  });
});
