import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext, Page } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, hoverConnection, textOf, typeInto } from './canvas-actions.ts';
import { makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const panel = (page: Page, name: string) => page.getByRole('complementary', { name: `Component ${name}` });

/** Inserts Parse JSON into the only connection. */
async function insertParseJson(page: Page): Promise<void> {
  await hoverConnection(page);
  await page.getByRole('button', { name: 'Insert a component here' }).click();
  await page.getByRole('textbox', { name: 'Search components to add here' }).waitFor();
  await page.keyboard.type('json');
  await page.keyboard.press('Enter');
}

/** Publishes a webhook followed by an output, and sends a delivery. */
async function receive(context: BrowserContext, name: string, body: unknown): Promise<string> {
  const webhook = { id: randomUUID() as string, type: 'webhook', name: 'Receive', output: 'request', config: {} };
  const answer = { id: randomUUID() as string, type: 'output', name: 'Answer', config: { value: 'done' } };
  const connections = [{ from: webhook.id, port: 'next', to: answer.id }];
  const definition = { components: [webhook, answer], connections };
  const { id } = await makeWorkflow(context, name, { definition, inputId: webhook.id } as never);
  const made = await post(context, `/v1/workflows/${id}/components/${webhook.id}/token`);
  const { token } = (await made.json()) as { token: string };
  const delivered = await context.request.post(`/webhook/${id}`, { headers: { token }, data: body as never });
  expect(delivered.status()).toBe(202);
  const { sessionId } = (await delivered.json()) as { sessionId: string };
  await waitFor(
    async () => (await (await context.request.get(`/v1/sessions/${sessionId}`)).json()).status === 'SUCCEEDED',
    { what: 'the session of the delivery' },
  );
  return id;
}

describeInBrowser("The body of a webhook's request", () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('Parse JSON behind a webhook reads its body, with the fields of the last delivery', async () => {
    const { page, context, complaints, leave } = await app.open();
    const id = await receive(context, 'Payments', { amount: 250, customer: { name: 'Ada' } });
    await page.goto(`/workflows/${id}`);
    await insertParseJson(page);

    const parse = panel(page, 'Parse JSON');
    await waitFor(async () => (await parse.getByRole('textbox', { name: 'Path' }).inputValue()) === '/body', {
      what: 'the path',
    });
    expect(await textOf(parse.getByRole('textbox', { name: 'Source' }))).toContain('{{ request }}');
    await waitFor(async () => (await parse.getByLabel('Fields: type of amount').inputValue()) === 'NUMBER', {
      what: 'the fields of the delivery',
    });
    expect(await parse.getByLabel('Fields, customer: key 1').inputValue()).toBe('name');
    expect(await seriousProblems(page, 'Parse JSON behind a webhook')).toEqual([]);

    // Completion and preview of later components use the values of the run.
    await card(page, 'Answer').click({ position: { x: 20, y: 20 } });
    await typeInto(page, 'Value', '{"by": "{{ data.customer.name }}", "amount": "{{ data.amount }}"}');
    const preview = panel(page, 'Answer').getByRole('button', { name: '{"by":"Ada","amount":250}' });
    await preview.waitFor();
    const shown = await textOf(preview);
    await editorSaved(page);
    await page.getByRole('button', { name: 'Test run' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    const { items } = await (await context.request.get(`/v1/sessions?workflowId=${id}&mode=TEST`)).json();
    expect(JSON.stringify(items[0].output)).toBe(shown);

    // A missing value fails in the preview as it does in a run.
    await typeInto(page, 'Value', '{"by": "{{ data.missing }}"}');
    await panel(page, 'Answer').getByText('placeholder data.missing has no value').first().waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('after Parse JSON failed, later components are offered its fields alone', async () => {
    const { page, context, leave } = await app.open();
    const id = await receive(context, 'Undeclared', { amount: 250, extra: 'not declared' });
    await page.goto(`/workflows/${id}`);
    await insertParseJson(page);
    const parse = panel(page, 'Parse JSON');
    await waitFor(async () => (await parse.getByLabel('Fields: key 1').inputValue()) === 'amount', {
      what: 'the fields of the delivery',
    });
    await parse.getByLabel('Fields: key 2').fill('missing');
    await editorSaved(page);
    await page.getByRole('button', { name: 'Test run' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Failed', { exact: true }).waitFor();

    await card(page, 'Answer').click({ position: { x: 20, y: 20 } });
    await typeInto(page, 'Value', '');
    await page.keyboard.type('{{ data.');
    await page.getByRole('option', { name: /^data\.amount/ }).waitFor();
    expect(await page.getByRole('option', { name: /extra/ }).count()).toBe(0);
    const placeholders = panel(page, 'Answer').getByRole('region', { name: 'Available placeholders' });
    expect(await placeholders.getByText('extra').count()).toBe(0);
    await leave();
  });

  test('a pasted body replaces the fields, and leads the path of a whole request to the body', async () => {
    const { page, context, leave } = await app.open();
    const id = await receive(context, 'Pasted', { first: 1 });
    await page.goto(`/workflows/${id}`);
    await insertParseJson(page);
    const parse = panel(page, 'Parse JSON');
    await waitFor(async () => (await parse.getByLabel('Fields: key 1').inputValue()) === 'first', {
      what: 'the fields',
    });
    await parse.getByRole('textbox', { name: 'Path' }).fill('');
    await parse.getByRole('button', { name: 'Infer fields from a sample…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Infer fields from a sample' });
    await dialog.getByLabel('Sample', { exact: true }).fill('{"second": "two"}');
    await dialog.getByText('so Path becomes /body').waitFor();
    await dialog.getByText('Replace the fields').click();
    expect(await seriousProblems(page, 'the dialog for a sample')).toEqual([]);
    await dialog.getByRole('button', { name: 'Replace fields' }).click();
    expect(await parse.getByRole('textbox', { name: 'Path' }).inputValue()).toBe('/body');
    expect(await parse.getByLabel('Fields: key 1').inputValue()).toBe('second');
    expect(await parse.getByLabel('Fields: key 2').count()).toBe(0);

    // One undo restores source, path and fields.
    await card(page, 'Answer').click({ position: { x: 20, y: 20 } });
    await page.keyboard.press('ControlOrMeta+Z');
    await card(page, 'Parse JSON').click({ position: { x: 20, y: 20 } });
    expect(await parse.getByLabel('Fields: key 1').inputValue()).toBe('first');

    // An expression that reads the request is offered its body.
    await card(page, 'Answer').click({ position: { x: 20, y: 20 } });
    await typeInto(page, 'Value', '');
    await page.keyboard.type('{{ requ');
    await page.getByRole('option', { name: /^\$eval\(request\)\.body/ }).waitFor();
    await editorSaved(page);
    await leave();
  });

  test('a sample that is still read cannot be mixed with what is typed', async () => {
    const { page, context, leave } = await app.open();
    const id = await receive(context, 'Slow', { first: 1 });
    await page.goto(`/workflows/${id}`);
    await insertParseJson(page);
    await editorSaved(page);
    const parse = panel(page, 'Parse JSON');
    await parse.getByLabel('Fields: key 1').waitFor();

    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/v1\/sessions\?/, async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    await card(page, 'Parse JSON').click({ position: { x: 20, y: 20 } });
    await parse.getByRole('button', { name: 'Infer fields from a sample…' }).click();
    const sample = page.getByRole('dialog').getByLabel('Sample', { exact: true });
    expect(await sample.isEditable()).toBe(false);
    release();
    await sample.fill('{"second": "two"}');
    expect(await sample.inputValue()).toBe('{"second": "two"}');
    await page.unroute(/\/v1\/sessions\?/);
    await leave();
  });
});
