import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { COLOUR_RULES, isStill, problemsNow, seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { addressOf, FIXED_PAGES } from '../../packages/console/src/names/fixed-pages.ts';
import { type ConsolePage, PAGES } from '../../packages/console/src/names/pages.ts';
import { makeApp, makeTable, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The accessibility of the console', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('axe-core finds no serious problem on any page, light or dark', async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(
      context,
      'A workflow with quite a long name, as people give them when they are in a hurry',
    );
    const sessionId = await startRun(context, workflow);
    const tableName = await makeTable(context);
    const appId = await makeApp(context);
    const problems: string[] = [];
    for (const path of addressesOf({ workflowId: workflow.id, sessionId, tableName, appId })) {
      await page.goto(path);
      await page.locator('h1').waitFor();
      if (path === `/workflows/${workflow.id}`) await page.locator('.react-flow__node').last().click();
      problems.push(...(await seriousProblems(page, path)));
    }
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('axe-core finds no serious problem in the API documentation, light or dark', async () => {
    const { page, leave } = await app.open({ path: '/docs' });
    await page.locator('.opblock').first().waitFor();
    await page.locator('.opblock-summary-control').first().click();
    const problems: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(
        (isDark) => document.documentElement.classList.contains('dark-mode') === isDark,
        colorScheme === 'dark',
      );
      await waitFor(() => page.evaluate(isStill), { what: `/docs to be ${colorScheme} and still` });
      const rules = colorScheme === 'dark' ? COLOUR_RULES : undefined;
      problems.push(...(await problemsNow(page, `/docs ${colorScheme}`, rules)));
    }
    expect(problems).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
    await leave();
  });

  test('axe-core finds no serious problem in the command menu, light or dark', async () => {
    const { page, complaints, leave } = await app.open({ path: '/workflows' });
    await page.locator('h1').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByLabel('Find anything').waitFor();
    expect(await seriousProblems(page, 'command menu')).toEqual([]);
    await page.keyboard.type('failed sess');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=FAILED');
    expect(complaints).toEqual([]);
    await leave();
  });

  test('axe-core finds no serious problem in the dialogs, light or dark', async () => {
    const { page, complaints, leave } = await app.open({ path: '/settings/api-keys' });
    const problems: string[] = [];
    const check = async (where: string) => {
      await page.getByRole('dialog').waitFor();
      problems.push(...(await seriousProblems(page, where)));
    };
    await page.getByRole('button', { name: 'New API key' }).click();
    await check('New API key');
    await page.getByLabel('Name').fill('Billing');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog', { name: 'API key created' }).waitFor();
    await check('API key created');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Delete Billing' }).click();
    await check('Delete the API key');

    await page.goto('/settings/credentials');
    await page.getByRole('button', { name: 'New credential' }).click();
    await check('New credential');
    await page.getByLabel('Name').fill('Billing');
    await page.getByLabel('Type').selectOption('http-bearer');
    await page.locator('input[name=token]').fill('the token');
    await page.getByLabel('URL to test with').fill('billing');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Must be an http or https URL').waitFor();
    await check('New credential that is wrong');
    await page.getByLabel('URL to test with').fill('');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Test Billing' }).click();
    await page.getByText('Nothing was tried').waitFor();
    await page.getByRole('button', { name: 'Edit Billing' }).click();
    await check('Edit a credential');

    await page.goto('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await check('New workflow');
    await page.getByRole('button', { name: 'Use template API that answers' }).click();
    await page.locator('.react-flow__node').first().waitFor();
    await page.getByRole('dialog', { name: 'Test run' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await check('Publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published').waitFor();
    await page.getByRole('button', { name: 'Versions' }).click();
    await check('Versions');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Test run' }).click();
    await check('Test run');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('[data-component-type=webhook]').first().click();
    await page.getByRole('button', { name: 'Generate token' }).click();
    await check('Webhook token created');
    expect(problems).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });
});

/** Returns the addresses of all pages within the shell, and of the parts of some of them. */
function addressesOf(parameters: Record<string, string>): string[] {
  const activity = addressOf(PAGES.activity.path, parameters);
  const withParameters = Object.values<ConsolePage>(PAGES)
    .filter(({ frame }) => frame === 'shell')
    .map(({ path }) => addressOf(path, parameters));
  return [
    ...new Set([...FIXED_PAGES.map(({ path }) => path), ...withParameters]),
    ...['sessions', 'deliveries', 'versions'].map((part) => `${activity}?show=${part}`),
    '/no-such-page',
  ];
}
