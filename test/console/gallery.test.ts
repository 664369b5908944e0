import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The gallery', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a search finds by needs and components; keys choose a template; a second one has another name', async () => {
    const { page, complaints, leave } = await app.open({ path: '/templates' });
    const search = page.getByRole('searchbox', { name: 'Search templates' });
    await search.fill('nothing like it');
    await page.getByText('No templates match').waitFor();
    await search.fill('smtp approval');
    await page.getByText('No templates match').waitFor();
    await search.fill('database smtp');
    await page.getByRole('heading', { name: 'Nightly report from a database by e-mail' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Learn expressions' }).count()).toBe(0);
    await search.fill('learn expr');
    await search.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Test run' }).waitFor();
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByRole('button', { name: 'Use template Learn expressions' }).click();
    await page.getByRole('dialog', { name: 'Test run' }).waitFor();
    await page.goto('/workflows');
    await page
      .getByRole('link', { name: /^Learn expressions \d$/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a step without a chosen credential shows that it is simulated, and what it would have sent', async () => {
    const { page, leave } = await app.open({ path: '/' });
    await page.getByRole('link', { name: 'All templates' }).click();
    await page.getByRole('button', { name: 'Use template Form to table and e-mail' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    const mail = card(page, 'Notify the team');
    await mail.getByText('Stand-in', { exact: true }).waitFor();
    await mail.click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: 'Component Notify the team' });
    await panel.getByRole('tab', { name: 'Run' }).click();
    await panel.getByText('no credential is selected, so this component did not run.').waitFor();
    await panel.getByText('Message from Ada').waitFor();
    await leave();
  });

  test('it has no serious problem of accessibility, wide or on a phone', async () => {
    const { page, leave } = await app.open({ path: '/templates' });
    await page.getByRole('heading', { name: 'Learn expressions' }).waitFor();
    expect(await seriousProblems(page, 'gallery')).toEqual([]);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await leave();
  });
});
