import { afterAll, beforeAll } from '@jest/globals';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

interface Way {
  /** Leaves the editor for another page. */
  out: (page: Page) => Promise<unknown>;
  /** Waits until that page is shown. */
  away: (page: Page) => Promise<unknown>;
  back: (page: Page, id: string) => Promise<unknown>;
}

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
const navigate = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();

/** The link to a session is first, because it needs a test run on the canvas. */
export const BY_SESSION = 'the link to a session, and its link back';

/** Every way to leave the editor and return to it within the page. */
export const WAYS: Record<string, Way> = {
  [BY_SESSION]: {
    out: (page) => page.getByRole('link', { name: 'Open session' }).click(),
    away: (page) => page.getByRole('link', { name: 'Editor', exact: true }).waitFor(),
    back: (page) => page.getByRole('link', { name: 'Editor', exact: true }).click(),
  },
  'the list of sessions, and the Back button': {
    out: navigate('Sessions'),
    away: heading('Sessions'),
    back: (page) => page.goBack(),
  },
  'the list of workflows, and the link in it': {
    out: navigate('Workflows'),
    away: heading('Workflows'),
    back: (page, id) => page.locator(`main a[href="/workflows/${id}"]`).click(),
  },
  'Open workflow in For each, and the Back button': {
    out: async (page) => {
      await page.locator('[data-component-type=for-each]').first().click();
      await page.getByRole('link', { name: 'Open workflow' }).click();
    },
    away: (page) => page.locator('input[aria-label="Workflow name"][value="The child"]').waitFor(),
    back: (page) => page.goBack(),
  },
  'the Back button, and the Forward button': {
    out: (page) => page.goBack(),
    away: (page) => page.locator('input[aria-label="Workflow name"]').waitFor({ state: 'detached' }),
    back: (page) => page.goForward(),
  },
  'the command menu, twice': {
    out: (page) => command(page, 'Schedules'),
    away: heading('Schedules'),
    // The page that was opened last is first in the menu.
    back: (page) => command(page, ''),
  },
};

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByLabel('Find anything').fill(words);
  await page.getByRole('dialog').locator('[data-action]').first().waitFor();
  if (words === '') await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

type OpenedEditor = Awaited<ReturnType<typeof openEditorOf>>;

/**
 * Declares tests of an editor with a child workflow. They run in a console that is shared by all of them.
 * @param suite declares the tests; each opens its editor with `openEditor`
 */
export function describeEditor(name: string, suite: (openEditor: () => Promise<OpenedEditor>) => void): void {
  describeInBrowser(name, () => {
    let app: ConsoleSystem;
    let childId: string;
    beforeAll(async () => {
      app = await startConsole();
      const { context, leave } = await app.open();
      childId = (await makeWorkflow(context, 'The child')).id;
      await leave();
    });
    afterAll(() => app?.stop());
    suite(() => openEditorOf(app, childId));
  });
}

/** Opens an editor from the list of workflows, with For each selected. Tests move its clock. */
async function openEditorOf(app: ConsoleSystem, childId: string) {
  const { page, context, complaints } = await app.open();
  await page.clock.install();
  const each = { type: 'for-each', name: 'Each', output: 'all', config: { items: '{{ [] }}', workflowId: childId } };
  const { definition, inputId } = chain(each);
  const { id } = await makeWorkflow(context, 'Draft 0', { definition, inputId }, false);
  const component = definition.components[1]!.id;
  await page.goto('/workflows');
  await page.locator(`main a[href="/workflows/${id}"]`).waitFor();
  await page.evaluate((path) => {
    history.pushState({ idx: 1 }, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  }, `/workflows/${id}?component=${component}`);
  await page.getByRole('link', { name: 'Open workflow' }).waitFor();
  return { page, context, complaints, id };
}

export async function rename(page: Page, name: string): Promise<void> {
  await page.getByLabel('Workflow name').fill(name);
  await page.getByLabel('Workflow name').press('Enter');
}

export async function testRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Test run' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'name' }).fill('Ada');
  await dialog.getByRole('button', { name: /^(Test run|Run)/ }).click();
  await page.getByRole('link', { name: 'Open session' }).waitFor();
}

export async function shownName(page: Page, id: string): Promise<string> {
  await page.waitForURL((url) => url.pathname === `/workflows/${id}`);
  return page.getByLabel('Workflow name').inputValue();
}

export async function storedName(context: BrowserContext, id: string): Promise<string> {
  return ((await (await context.request.get(`/v1/workflows/${id}`)).json()) as { name: string }).name;
}

/** Reloads the page, and refuses what the browser then asks. Returns the type of its dialog. */
export async function questionBeforeReload(page: Page): Promise<string> {
  // An open dialog blocks every other call, so it is dismissed as soon as it opens.
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await page.evaluate(() => void setTimeout(() => location.reload(), 0));
  await page.clock.fastForward(1);
  return asked;
}

/** Holds the save requests of the page until they are released. */
export async function holdSaves(page: Page): Promise<{ release(): void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/v1/workflows/*', async (route) => {
    if (route.request().method() === 'PUT') await promise;
    await route.fallback();
  });
  return { release: resolve };
}

/** Answers the save requests of the page with an error. */
export async function failSaves(page: Page, status = 500): Promise<{ end(): Promise<void> }> {
  const body = { message: 'Something failed unexpectedly.', errorId: 'an-error-id' };
  const fail = (route: Route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status, json: body }) : route.continue();
  await page.route('**/v1/workflows/*', fail);
  return { end: () => page.unroute('**/v1/workflows/*', fail) };
}
