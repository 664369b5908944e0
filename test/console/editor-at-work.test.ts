import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, SHOUT } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

/** query-client.ts tries two more times. */
const TRIES_OF_A_REQUEST = 3;

describeInBrowser('The open editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a box selects cards and no text, has a menu, and its copies do not cover each other', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Box', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    const connection = page.getByRole('group', { name: 'Connection from Start, port next, to Answer' });
    // A level connection has no height, so Playwright takes it for hidden.
    await connection.waitFor({ state: 'attached' });
    const pane = await page.locator('.react-flow__pane').boundingBox();
    if (!pane) throw new Error('There is no canvas');
    await page.keyboard.down('Shift');
    await page.mouse.move(pane.x + 10, pane.y + 10);
    await page.mouse.down();
    // The pointer moves over the label in the corner without staying at the edge, where the canvas would begin to pan.
    await page.mouse.move(pane.x + pane.width - 5, pane.y + pane.height - 5, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    expect(await page.evaluate('getSelection().toString()')).toBe('');
    await page.locator('.react-flow__nodesselection-rect').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await waitFor(async () => (await page.locator('.react-flow__node').count()) === 4, { what: 'the copies' });
    await page.keyboard.press('Control+d');
    await waitFor(async () => (await page.locator('.react-flow__node').count()) === 6, { what: 'more copies' });
    const places = await page
      .locator('.react-flow__node')
      .evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).style.transform));
    expect(new Set(places).size).toBe(6);
    await leave();
  });

  test('without a connection the editor stays, shows what it cannot do, and continues afterwards', async () => {
    const { page, context, leave } = await app.open();
    // The page may have shown other pages of the console before.
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.clearBrowserCache');
    const { id } = await makeWorkflow(context, 'Offline', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    await card(page, 'Start').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await page.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    await page.goBack();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('dialog', { name: 'Versions' }).waitFor();
    await leave();
  });

  test('the editor stays when the account, read again after a while, cannot be had', async () => {
    const { page, context } = await app.open();
    const { id } = await makeWorkflow(context, 'Long open', chain(), false);
    await page.clock.install();
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').waitFor();
    let refused = 0;
    await page.route('**/get-session', async (route) => {
      await route.fulfill({ status: 503, json: { message: 'not now' } });
      refused += 1;
    });
    await page.clock.fastForward('10:00');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await waitFor(() => refused >= TRIES_OF_A_REQUEST, { what: 'all tries to read the account' });
    await page.getByRole('button', { name: 'Versions' }).click();
    await page.getByRole('dialog', { name: 'Versions' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await card(page, 'Start').count()).toBe(1);
    await context.close();
  });

  test('a TEST run from the editor shows each step on the canvas, and its values feed the preview', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Try it', chain(SHOUT), false);
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    await page.getByLabel('name', { exact: true }).fill('ada');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    for (const name of ['Start', 'Shout', 'Answer']) await card(page, name).getByText('Succeeded').waitFor();
    await card(page, 'Shout').click();
    await page.getByText('"ADA"').waitFor();
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByRole('group', { name: 'Output' }).getByText('"ADA"').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
