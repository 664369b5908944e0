import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { FIXED_PAGES } from '../../packages/console/src/names/fixed-pages.ts';
import { inviteMember, makeWorkflow, MEMBER } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** Opens a dialog, a menu or a state of a page that only an action shows. The steps of a page follow each other. */
type Step = [what: string, act: (page: Page) => Promise<unknown>];

const HOOK_URL = 'http://127.0.0.1:9/events';

/** By page. Other test files look at the dialogs that they open. */
const STEPS: Record<string, Step[]> = {
  '/': [
    ['the menu of the account', (page) => openMenu(page, /^Account of/)],
    [
      'the menu of organizations',
      async (page) => {
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        await page
          .getByRole('button', { name: /organization/i })
          .first()
          .click();
        await page.getByRole('menu').waitFor();
      },
    ],
  ],
  '/settings/event-hooks': [
    ['a new event hook', (page) => openDialog(page, 'New event hook')],
    [
      'a signing secret',
      async (page) => {
        await page.getByRole('textbox', { name: 'URL' }).fill(HOOK_URL);
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await page.getByRole('dialog', { name: 'Signing secret created' }).waitFor();
      },
    ],
    [
      'deliveries of an event hook',
      async (page) => {
        await page.getByRole('button', { name: 'Download' }).click();
        await page.getByRole('button', { name: 'Done' }).click();
        await page.getByRole('button', { name: `Send a test to ${HOOK_URL}` }).click();
        await page.getByText('Test sent').waitFor();
        await page.getByRole('button', { name: `Show deliveries to ${HOOK_URL}` }).click();
        await page
          .getByRole('dialog')
          .getByText(/^1 attempt/)
          .waitFor();
      },
    ],
  ],
  '/settings/secrets': [['a new secret', (page) => openDialog(page, 'New secret')]],
  '/settings/throttles': [['a new throttle', (page) => openDialog(page, 'New throttle')]],
  '/apps': [
    ['adding an MCP server', (page) => openDialog(page, 'Add app')],
    ['adding a document', (page) => page.getByRole('dialog').getByText('OpenAPI document', { exact: true }).click()],
  ],
  '/workflows': [
    ['the menu of a workflow', (page) => openMenu(page, 'Actions for Looked at')],
    ['folder and tags', (page) => page.getByRole('menuitem', { name: 'Folder and tags…' }).click()],
    [
      'no workflows that match',
      async (page) => {
        await page.keyboard.press('Escape');
        await page.getByLabel('Search workflows').fill('nothing has this name');
        await page.getByText('No workflows match').waitFor();
      },
    ],
  ],
  '/sessions?text=nothing': [['no sessions that match', (page) => page.getByText('No sessions match').waitFor()]],
};

describeInBrowser('The accessibility of what the pages open', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('axe-core finds no serious problem in dialogs, menus and lists without a match, light or dark', async () => {
    const { page, context, complaints, leave } = await app.open();
    await makeWorkflow(context, 'Looked at');
    const problems: string[] = [];
    for (const [path, steps] of Object.entries(STEPS)) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      for (const [what, act] of steps) {
        await act(page);
        problems.push(...(await seriousProblems(page, what)));
      }
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('axe-core finds no serious problem in what members see in place of pages for admins', async () => {
    await inviteMember(app);
    const { page, context, complaints } = await app.open({ as: MEMBER });
    const problems: string[] = [];
    for (const { path } of FIXED_PAGES.filter(({ role }) => role === 'admin')) {
      await page.goto(path);
      await page.getByText('Admins only').waitFor();
      problems.push(...(await seriousProblems(page, path)));
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

async function openMenu(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menu').waitFor();
}

async function openDialog(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('dialog').waitFor();
}
