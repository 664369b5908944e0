import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

const PHONE = { width: 390, height: 844 };
/** The width of a card, 220 pixels, at the smallest zoom at which names can be read. */
const READABLE_CARD_PX = 130;

describeInBrowser('On a phone', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the open tab and all of its text are in view', async () => {
    const { page, context, complaints, leave } = await app.open({ viewport: PHONE });
    await post(context, '/v1/organization/event-hooks', {
      url: 'https://events.example.com/a/rather/long/path/for/the/hook',
      events: ['session.failed', 'workflow.failing'],
    });
    const { id } = await makeWorkflow(context, 'On a phone');
    const tabs: [path: string, tab: string, shows: string][] = [
      ['/settings/audit-log', 'Audit log', 'Workflow published'],
      ['/settings/limits', 'Limits', 'Default of this service'],
      ['/settings/event-hooks', 'Event hooks', '/long/path/for/the/hook'],
      [`/workflows/${id}/activity?show=versions`, 'Versions', `by ${ADMIN.email}`],
    ];
    for (const [path, tab, text] of tabs) {
      await page.goto(path);
      await page.getByRole('cell').filter({ hasText: text }).first().waitFor();
      expect({ path, inView: await isInView(page, page.getByRole('tab', { name: tab, selected: true })) }).toEqual({
        path,
        inView: true,
      });
      expect({ path, cut: await cutCells(page) }).toEqual({ path, cut: [] });
    }
    expect(complaints).toEqual([]);
    await leave();
  });

  test('the list of sessions shows their values whole, below the name', async () => {
    const { page, context, complaints, leave } = await app.open({ viewport: PHONE });
    await startRun(context, await makeWorkflow(context, 'A workflow with a long name'), 'Ada');
    await page.goto('/sessions');
    const values = page.getByText('name: Ada', { exact: true });
    await values.waitFor();
    expect(await values.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(await isInView(page, values)).toBe(true);
    expect(complaints).toEqual([]);
    await leave();
  });

  test.each([390, 360, 320])('all pages are in the navigation, none cut off, at %i pixels', async (width) => {
    const { page, leave } = await app.open({ viewport: { width, height: 700 }, path: '/' });
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await links.last().waitFor();
    const [names, cut] = await links.evaluateAll((all) => [
      all.map((link) => link.textContent),
      all
        .filter((link) => {
          const { left, right } = link.getBoundingClientRect();
          return left < 0 || right > window.innerWidth || link.scrollWidth > link.clientWidth;
        })
        .map((link) => link.textContent),
    ]);
    expect(names).toEqual([
      'Overview',
      'Workflows',
      'Sessions',
      'Failures',
      'Approvals',
      'Schedules',
      'Tables',
      'Apps',
      'Settings',
    ]);
    expect(cut).toEqual([]);
    await leave();
  });

  test('the key of a second factor is shown whole', async () => {
    const { page, leave } = await app.open({ viewport: PHONE, path: '/account' });
    const form = page.locator('form', { has: page.getByRole('button', { name: 'Set up an authenticator app' }) });
    await form.locator('input[name=password]').fill(ADMIN.password);
    await form.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    await leave();
  });

  test('a long workflow is opened at its beginning, with names that can be read', async () => {
    const { page, context, leave } = await app.open({ viewport: PHONE });
    const wait = (name: string) => ({ type: 'delay', name, config: { seconds: 1 } });
    const { id } = await makeWorkflow(context, 'Long', chain(wait('One'), wait('Two'), wait('Three')), false);
    await page.goto(`/workflows/${id}`);
    await waitFor(() => isInView(page, card(page, 'Start')), { what: 'the trigger in view' });
    const box = await card(page, 'Start').boundingBox();
    expect(box?.width).toBeGreaterThan(READABLE_CARD_PX);
    await leave();
  });
});

async function isInView(page: Page, element: Locator): Promise<boolean> {
  await element.waitFor();
  const box = await element.boundingBox();
  const window = page.viewportSize();
  return box !== null && window !== null && box.x >= 0 && box.x + box.width <= window.width;
}

/** Returns the texts of cells that are wider than the cells or overlap the next one. */
function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('td')]
      .filter((cell) =>
        [cell, ...cell.querySelectorAll<HTMLElement>('div, span')].some(
          (part) => part.scrollWidth > part.clientWidth + 1,
        ),
      )
      .map((cell) => cell.innerText),
  );
}
