import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { connectPorts, editorSaved, textOf, typeInto } from './canvas-actions.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Building a workflow', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('an author builds and publishes a webhook workflow, and a delivery with its token appears live', async () => {
    const { page, context, complaints } = await app.open({ path: '/workflows' });
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByLabel('Name').fill('Large orders');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Start with a trigger' }).waitFor();

    await buildOrderWorkflow(page);
    await editorSaved(page);

    await page.getByRole('button', { name: 'Publish' }).click();
    const publishing = page.getByRole('dialog', { name: 'Publish' });
    await publishing.getByText('This is the first version').waitFor();
    await publishing.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published').waitFor();

    const { url, token } = await generateToken(page);
    expect(token).toMatch(/^wft_/);

    const answers = await visitEverything(page, token);
    expect(answers).toBeGreaterThan(5);

    await page.goto('/sessions');
    await page.getByText('No sessions yet').waitFor();
    // No public URL is configured; only the path matters here.
    const delivered = await fetch(new URL(new URL(url).pathname, app.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify({ total: 250 }),
    });
    expect(delivered.status).toBe(202);
    const row = page.getByRole('row').filter({ hasText: 'Large orders' });
    await row.getByText('Succeeded').waitFor();
    await row.getByText('Webhook').waitFor();
    await row.getByRole('link').click();
    await page.getByRole('group', { name: 'Output' }).getByText('250').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Builds webhook → json-parse → condition → output with the mouse and the keyboard, as an author would. */
async function buildOrderWorkflow(page: Page): Promise<void> {
  const palette = page.getByRole('region', { name: 'Components to add' });
  await palette.getByRole('button', { name: 'Webhook' }).click();
  await page.getByRole('complementary', { name: 'Component Webhook' }).waitFor();
  // The next component is connected to the selected one.
  await palette.getByRole('button', { name: 'Parse JSON' }).click();
  const parse = page.getByRole('complementary', { name: 'Component Parse JSON' });
  // After a webhook it reads the body of the request.
  await waitFor(async () => (await parse.getByRole('textbox', { name: 'Path' }).inputValue()) === '/body');
  await parse.getByRole('button', { name: 'Add field' }).click();
  await parse.getByLabel('Fields: key 1').fill('total');
  await parse.getByLabel('Fields: type of total').selectOption('NUMBER');
  expect(await textOf(parse.getByRole('textbox', { name: 'Source' }))).toBe('{{ request }}');

  await palette.getByLabel('Search components').fill('condi');
  await palette.getByLabel('Search components').press('Enter');
  await typeInto(page, 'Expression', 'data.total > 100');
  await palette.getByLabel('Search components').fill('');
  // A component dropped on the canvas stays unconnected until the author connects it.
  await palette
    .getByRole('button', { name: 'Output' })
    .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 500, y: 560 } });
  await typeInto(page, 'Value', '{{ data.total }}');
  await page.getByRole('button', { name: 'Close the component panel' }).click();
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Show the whole workflow' }).click();
  await connectPorts(page, 'Condition', 'true', 'Output');
  expect(await page.locator('.react-flow__edge').count()).toBe(3);
}

/** Generates the token and downloads it. */
async function generateToken(page: Page): Promise<{ url: string; token: string }> {
  await page.locator('.react-flow__node', { hasText: 'Webhook' }).click();
  const url = await page.getByRole('textbox', { name: 'Production URL' }).inputValue();
  await page.getByRole('button', { name: 'Generate token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Webhook token created' });
  await dialog.getByText('cannot see it again').waitFor();
  const token = await dialog.getByRole('textbox', { name: 'Webhook token' }).inputValue();
  // Leaving the page would lose the token for good.
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('dialog').count()).toBe(1);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect((await text(await download.createReadStream())).trim()).toBe(token);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Starts with').waitFor();
  return { url, token };
}

/** Searches the page, its storage and every answer for the token. @returns how many answers it searched */
async function visitEverything(page: Page, token: string): Promise<number> {
  let answers = 0;
  const leaks: string[] = [];
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('json')) return;
    answers += 1;
    reading.push(
      response.text().then(
        (text) => void (text.includes(token) && leaks.push(response.url())),
        () => undefined,
      ),
    );
  });
  await noTraceIn(page, token);
  await page.reload();
  await page.locator('.react-flow__node', { hasText: 'Webhook' }).click();
  await page.getByText('Starts with').waitFor();
  await noTraceIn(page, token);
  await page.goto('/settings/audit-log');
  await page.getByText('token', { exact: false }).first().waitFor();
  await noTraceIn(page, token);
  await Promise.all(reading);
  expect(leaks).toEqual([]);
  return answers;
}

async function noTraceIn(page: Page, token: string): Promise<void> {
  const stored = (await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state])',
  )) as string;
  const fields = await page.evaluate(
    "[...document.querySelectorAll('input, textarea')].map((input) => input.value).join(' ')",
  );
  expect(`${await page.content()} ${stored} ${String(fields)}`).not.toContain(token);
}
