import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, textOf } from './canvas-actions.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';
import { personAt, type Person } from './newcomer-actions.ts';

const MAX_ACTIONS = 40;
const ORDER = { total: 250, customer: { name: 'Ada' }, items: ['book'] };

describeInBrowser('The first five minutes of a new user', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a webhook is delivered to, built upon, tested and published; a failure is understood', async () => {
    const { page, context, complaints } = await app.open();
    const person = await personAt(page);
    await page.goto('/workflows');
    await person.click(page.getByRole('button', { name: 'New workflow' }).first());
    await person.click(page.getByLabel('Name'));
    await person.type('Orders');
    await person.press('Enter');

    const { url, token } = await publishWebhook(page, person);
    expect(await deliver(url, token, ORDER)).toBe(202);
    await parseWhatWasDelivered(page, person);
    await branchByTotal(page, person);
    await editorSaved(page);

    await person.click(page.getByRole('button', { name: 'Test run' }));
    expect(await page.getByRole('dialog').getByLabel('Body').inputValue()).toContain('"total": 250');
    await person.click(page.getByRole('button', { name: 'Run', exact: true }));
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    await card(page, 'Output').getByText('Succeeded').waitFor();
    expect(await card(page, 'Output 2').getByText('Succeeded').count()).toBe(0);
    // Only the body is shown, as JSON.
    await card(page, 'Webhook').getByText('{"total":250,').waitFor();

    await person.click(page.getByRole('button', { name: 'Publish', exact: true }));
    await person.click(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    await page.getByText('Version 2 is published').waitFor();
    expect(await deliver(url, token, { total: 'many' })).toBe(202);

    await person.click(page.getByRole('link', { name: 'Sessions' }));
    const failed = page.getByRole('row').filter({ hasText: 'Failed' });
    await person.click(failed.getByRole('link'));
    await page.getByText('Failed at Parse JSON').waitFor();
    // The failed step is open, and the payload is a tree.
    const input = page.getByRole('group', { name: 'Input' });
    await input.getByText('"many"').first().waitFor();
    // It is visible without scrolling past the headers.
    expect(await bottomOf(input.getByText('"many"').first())).toBeLessThanOrEqual(await bottomOf(input));
    await person.click(page.getByRole('link', { name: 'Sessions' }).last());
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();

    expect(person.actions()).toBeLessThanOrEqual(MAX_ACTIONS);
    expect(complaints).toEqual([]);
    await context.close();
  });

  async function deliver(url: string, token: string, body: unknown): Promise<number> {
    // No public URL is configured; only the path matters here.
    const answer = await fetch(new URL(new URL(url).pathname, app.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(body),
    });
    return answer.status;
  }
});

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${String(element)} is not shown`);
  return box.y + box.height;
}

async function publishWebhook(page: Page, person: Person): Promise<{ url: string; token: string }> {
  await person.drag(page.getByRole('button', { name: 'Webhook', exact: true }), { x: 520, y: 360 });
  await page.getByRole('complementary', { name: 'Component Webhook' }).waitFor();
  await person.click(page.getByRole('button', { name: 'Publish', exact: true }));
  await person.click(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await page.getByText('Version 1 is published').waitFor();
  await person.click(page.getByRole('button', { name: 'Generate token' }));
  const dialog = page.getByRole('dialog', { name: 'Webhook token created' });
  const token = await dialog.getByRole('textbox', { name: 'Webhook token' }).inputValue();
  // One key press does not lose a token that was not saved.
  await person.press('Escape');
  await dialog.getByText('It cannot be shown again').waitFor();
  await person.click(dialog.getByRole('button', { name: 'Keep it open' }));
  await person.click(dialog.getByRole('button', { name: 'Done' }));
  return { url: await page.getByRole('textbox', { name: 'Production URL' }).inputValue(), token };
}

async function parseWhatWasDelivered(page: Page, person: Person): Promise<void> {
  await person.click(page.getByRole('button', { name: 'Add a component after next' }));
  await person.type('parse');
  await person.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Component Parse JSON' });
  // Source, path and fields are taken from the delivery.
  await panel.getByLabel('Fields: type of total').waitFor();
  expect(await panel.getByLabel('Fields: type of total').inputValue()).toBe('NUMBER');
  expect(await textOf(panel.getByRole('textbox', { name: 'Source' }))).toContain('{{ request');
  expect(await panel.getByText('Required').count()).toBe(0);
}

async function branchByTotal(page: Page, person: Person): Promise<void> {
  const port = card(page, 'Parse JSON').locator('.react-flow__handle[data-handleid="next"]');
  const box = await port.boundingBox();
  if (!box) throw new Error('Parse JSON has no port');
  await person.drag(port, { x: box.x - 40, y: box.y + 200 });
  await person.type('cond');
  await person.press('Enter');
  await page.getByRole('complementary', { name: 'Component Condition' }).waitFor();
  await person.click(page.getByRole('textbox', { name: 'Expression' }));
  await person.type('data.to');
  await page.getByRole('option', { name: /^data\.total/ }).waitFor();
  await person.press('Tab');
  await person.type(' > 100');
  await page.getByRole('button', { name: 'true', exact: true }).waitFor();

  for (const [port, name, value] of [
    ['true', 'Output', 'large'],
    ['false', 'Output 2', 'small'],
  ] as const) {
    await person.click(card(page, 'Condition').getByRole('button', { name: `Add a component after ${port}` }));
    await person.type('output');
    await person.press('Enter');
    await page.getByRole('complementary', { name: `Component ${name}`, exact: true }).waitFor();
    await person.click(page.getByRole('textbox', { name: 'Value' }));
    await person.type(value);
  }
  expect(await page.locator('.react-flow__edge').count()).toBe(4);
}
