import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { inviteMember, makeWorkflow, MEMBER } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';
import { FIXED_PAGES } from '../../packages/console/src/names/fixed-pages.ts';

describeInBrowser('The command menu', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('puts what was typed first: publish never runs production', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Ranked');
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    for (const [typed, first] of [
      ['publish', 'Publish…'],
      ['publ', 'Publish…'],
      ['run', 'Run now'],
      ['test', 'Test run'],
      ['add webh', 'Add Webhook'],
      ['arr', 'Arrange'],
    ] as const)
      expect([typed, await firstFor(page, typed)]).toEqual([typed, first]);
    expect(await seriousProblems(page, 'what was found')).toEqual([]);
    await page.getByLabel('Find anything').fill('publish');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Publish' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('opens every page, with an icon, and those opened last without a word', async () => {
    const { page, context, leave } = await app.open({ path: '/sessions' });
    await makeWorkflow(context, 'Opened last');
    await page.locator('h1').waitFor();
    for (const { label } of FIXED_PAGES) {
      expect([label, await firstFor(page, label)]).toEqual([label, label]);
      expect(await page.getByRole('dialog').getByRole('button', { name: label }).first().locator('svg').count()).toBe(
        1,
      );
    }
    await page.getByLabel('Find anything').fill('Opened last');
    await page.keyboard.press('Enter');
    await card(page, 'Start').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tables' }).click();
    await page.locator('h1').waitFor();
    expect(await firstFor(page, '')).toBe('Opened last');
    await leave();
  });

  test('changes the colour scheme and signs out', async () => {
    const { page, context } = await app.open({ path: '/sessions' });
    await page.locator('h1').waitFor();
    for (const scheme of ['dark', 'light']) {
      expect(await firstFor(page, scheme)).toBe(`${scheme[0]!.toUpperCase()}${scheme.slice(1)} mode`);
      await page.keyboard.press('Enter');
      await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(await firstFor(page, 'sign out')).toBe('Sign out');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/sign-in');
    await context.close();
  });

  test('offers members only pages that they may use', async () => {
    await inviteMember(app);
    const { page, leave } = await app.open({ as: MEMBER, path: '/sessions' });
    await page.locator('h1').waitFor();
    expect(await firstFor(page, 'audit')).toBe('Search sessions for “audit”');
    expect(await firstFor(page, 'members')).toBe('Members');
    await leave();
  });
});

/** Types into the menu, which is opened if necessary. @returns the label of the command that Enter would run */
async function firstFor(page: Page, typed: string): Promise<string> {
  const field = page.getByLabel('Find anything');
  if ((await field.count()) === 0) await page.keyboard.press('Control+k');
  await field.fill(typed);
  const first = page.getByRole('dialog').locator('[data-action]').first();
  await first.waitFor();
  return (await first.innerText()).trim();
}
