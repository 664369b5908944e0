import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext, Page } from 'playwright-core';
import { startToolServer, type ToolServer } from '../contract/tool-server.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, connectPorts, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

const TOKEN = 'the token of the calculator';

const DESKTOP = { width: 1280, height: 900 };

/** Opens the page of apps with a directory that has the test's own server. */
async function openApps(app: ConsoleSystem, tools: ToolServer, viewport = DESKTOP) {
  const visit = await app.open({ viewport });
  const entry = {
    ...{ name: 'calculator', title: 'Calculator', about: 'Adds numbers.', kind: 'mcp', url: tools.url },
    ...{ credential: { type: 'mcp', fields: { auth: 'bearer' } }, signIn: 'A token.', docs: 'https://example.com/' },
  };
  await visit.page.route('**/assets/directory-*.json', (route) => route.fulfill({ json: [entry] }));
  await visit.page.goto('/apps');
  return visit;
}

const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name: `Component ${name}` });

/** Types into an expression, template or JSON editor with exactly this label. */
async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
}

async function configOf(context: BrowserContext, id: string): Promise<Record<string, unknown>> {
  const { components } = await (await context.request.get(`/v1/workflows/${id}`)).json();
  return components.find(({ type }: { type: string }) => type === 'app-action')?.config ?? {};
}

/** Adds the app of the directory, which asks for the credential alone. */
async function addFromDirectory(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Calculator' }).click();
  const adding = page.getByRole('dialog', { name: 'Add Calculator' });
  expect(await seriousProblems(page, 'adding an app of the directory')).toEqual([]);
  await adding.getByRole('button', { name: 'New credential' }).click();
  const credential = page.getByRole('dialog', { name: 'New credential' });
  expect(await credential.getByLabel('URL').inputValue()).toBe(url);
  await credential.locator('input[type=password]').fill(TOKEN);
  await credential.getByRole('button', { name: 'Create' }).click();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
}

/** Refreshes the app, and lets the component use its new version. */
async function followVersion(page: Page, context: BrowserContext, id: string): Promise<void> {
  await page.goto('/apps');
  await page.getByRole('link', { name: 'calculator', exact: true }).click();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Changed: add').waitFor();
  await page.goto(`/workflows/${id}`);
  await card(page, 'Add numbers').click();
  const panel = panelOf(page, 'Add numbers');
  await panel.getByText('Version 2 of calculator is available').waitFor();
  await panel.getByText('a was renamed to first.').waitFor();
  await panel.getByRole('button', { name: 'Use version 2' }).click();
  await page.getByRole('textbox', { name: 'first', exact: true }).waitFor();
  await waitFor(
    async () => {
      const { version, arguments: given } = await configOf(context, id);
      return version === 2 && JSON.stringify(given) === JSON.stringify({ first: 20, b: '{{ $number(name) }}' });
    },
    { what: 'the arguments of the new version' },
  );
}

/** Runs the workflow with this name, which succeeds. */
async function testRun(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Test run' }).click();
  const run = page.getByRole('dialog', { name: 'Test run' });
  await run.getByLabel('name').fill(name);
  await run.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
}

/** Adds a server that needs no token, and returns the id of its app when it was read. */
async function addNotes(context: BrowserContext, url: string): Promise<string> {
  const made = await post(context, '/v1/organization/apps', { name: 'notes', kind: 'mcp', url });
  const { id } = (await made.json()) as { id: string };
  await waitFor(async () => {
    const read = await (await context.request.get(`/v1/organization/apps/${id}`)).json();
    return (read as { status: string }).status === 'ready';
  });
  return id;
}

/** Takes the type of the data of `Note` from the test run. */
async function takeShape(page: Page, context: BrowserContext, id: string): Promise<void> {
  await panelOf(page, 'Note').getByRole('button', { name: 'Use the shape of this test run' }).click();
  await panelOf(page, 'Note').getByText('The data has the fields of a test run').waitFor();
  const shape = { type: 'OBJECT', fields: [{ key: 'noted', type: 'TEXT' }] };
  await waitFor(async () => JSON.stringify((await configOf(context, id))['shape']) === JSON.stringify(shape), {
    what: 'the stored shape',
  });
}

/** Takes the fields of a tool's data from a test run, completes them, and removes them. */
async function describeByRun(app: ConsoleSystem): Promise<void> {
  const { page, context, complaints } = await app.open({ viewport: DESKTOP });
  const open = await startToolServer();
  const appId = await addNotes(context, open.url);
  const config = { app: appId, version: 1, action: 'note', arguments: { text: '{{ name }}' } };
  const note = { type: 'app-action', name: 'Note', output: 'result', config };
  const { id } = await makeWorkflow(context, 'Notes', chain(note), false);
  await page.goto(`/workflows/${id}`);
  await card(page, 'Note').click();
  const panel = panelOf(page, 'Note');
  await panel.getByText('Its fields can be taken from a test run').waitFor();
  await testRun(page, 'Milk');
  await takeShape(page, context, id);
  await card(page, 'Answer').click();
  await typeInto(page, 'Value', '{{ result.data.no');
  await page.getByRole('option', { name: /noted/ }).waitFor();
  await page.keyboard.press('Escape');

  await card(page, 'Note').click();
  await panel.getByRole('button', { name: 'Remove the shape' }).click();
  await waitFor(async () => (await configOf(context, id))['shape'] === undefined, { what: 'no stored shape' });
  expect(complaints).toEqual([]);
  open.stop();
  await context.close();
}

describeInBrowser('Apps', () => {
  let app: ConsoleSystem;
  let tools: ToolServer;
  beforeAll(async () => {
    tools = await startToolServer();
    tools.token = TOKEN;
    app = await startConsole({
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
  });
  afterAll(async () => {
    await app?.stop();
    tools?.stop();
  });

  test('an app of the directory is an action with a form and a typed output, and follows a new version', async () => {
    const { page, context, complaints } = await openApps(app, tools);
    await page.getByText('No apps yet').waitFor();
    expect(await seriousProblems(page, 'no apps')).toEqual([]);

    await addFromDirectory(page, tools.url);
    await page.getByRole('heading', { level: 1, name: 'calculator' }).waitFor();
    await page.getByRole('status').getByText('Ready').waitFor();
    await page.getByRole('row').filter({ hasText: 'Add numbers' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search operations' }).fill('note');
    await page.getByRole('row').filter({ hasText: 'Add numbers' }).waitFor({ state: 'detached' });
    expect(await seriousProblems(page, 'an app')).toEqual([]);

    // The palette finds the action, whose form follows its schema.
    const { definition, inputId } = chain();
    const { id } = await makeWorkflow(
      context,
      'Sums',
      { definition: { ...definition, connections: [] }, inputId },
      false,
    );
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').click();
    await page.getByRole('textbox', { name: 'Search components', exact: true }).fill('adds two');
    await page.getByRole('group', { name: 'Actions of calculator' }).getByText('Add numbers').waitFor();
    expect(await page.getByText('No components match').isVisible()).toBe(false);
    await page.getByText('Add numbers').click();
    await panelOf(page, 'Add numbers').waitFor();
    await typeInto(page, 'a', '20');
    await typeInto(page, 'b', '{{ $number(name) }}');
    expect(await seriousProblems(page, 'the form of an action')).toEqual([]);
    await editorSaved(page);
    await waitFor(
      async () => {
        const { arguments: given } = await configOf(context, id);
        return JSON.stringify(given) === JSON.stringify({ a: 20, b: '{{ $number(name) }}' });
      },
      { what: 'the stored arguments' },
    );

    // The next component completes the fields of the output.
    await page.getByRole('button', { name: 'Close the component panel' }).click();
    await connectPorts(page, 'Add numbers', 'next', 'Answer');
    await card(page, 'Answer').click();
    await panelOf(page, 'Answer').waitFor();
    await typeInto(page, 'Value', '{{ result.data.su');
    await page.getByRole('option', { name: /sum/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.insertText(' }}');
    await editorSaved(page);
    await testRun(page, '22');
    expect(tools.calls).toEqual([{ tool: 'add', arguments: { a: 20, b: 22 }, authorization: `Bearer ${TOKEN}` }]);

    // The server renames an argument. The component offers the new version.
    tools.renamed = true;
    await followVersion(page, context, id);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a document is uploaded, its nested arguments are a form, and an app is deleted by name', async () => {
    const { page, context, complaints } = await openApps(app, tools, { width: 390, height: 844 });
    await page.getByRole('button', { name: 'Add app' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an app' });
    await adding.getByText('OpenAPI document').click();
    await adding.getByLabel('Name').fill('shop');
    await adding.locator('input[type=file]').setInputFiles({
      name: 'shop.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(SHOP)),
    });
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('status').getByText('Ready').waitFor();
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBe(0);

    const { items } = await (await context.request.get('/v1/organization/apps')).json();
    const { id: appId } = items.find(({ name }: { name: string }) => name === 'shop');
    const config = { app: appId, version: 1, action: 'createOrder', arguments: {} };
    const create = { type: 'app-action', name: 'Create', output: 'order', config };
    const { id } = await makeWorkflow(context, 'Orders', chain(create), false);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/workflows/${id}`);
    await card(page, 'Create').click();
    const panel = panelOf(page, 'Create');
    const body = panel.getByRole('group', { name: 'Body' });
    await typeInto(page, 'product', 'Lamp');
    await body.getByRole('combobox', { name: 'size' }).selectOption('large');
    await body.getByRole('button', { name: 'Add lines 1' }).click();
    await typeInto(page, 'amount', '3');
    await body.getByRole('button', { name: 'Add address' }).click();
    await typeInto(page, 'city', '{{ name }}');
    await panel.getByRole('group', { name: 'Path' }).getByRole('textbox', { name: 'shop' }).waitFor();
    const expected = {
      body: { product: 'Lamp', size: 'large', lines: [{ amount: 3 }], address: { city: '{{ name }}' } },
    };
    await waitFor(async () => JSON.stringify((await configOf(context, id))['arguments']) === JSON.stringify(expected), {
      what: 'the nested arguments',
    });
    expect(await seriousProblems(page, 'nested arguments')).toEqual([]);

    await page.goto(`/apps/${appId}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete app' }).click();
    await page.getByRole('heading', { level: 1, name: 'Apps' }).waitFor();
    await page.getByRole('link', { name: 'shop' }).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a tool that does not describe its data takes the fields of a test run', () => describeByRun(app));
});

const SHOP = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.com' }],
  paths: {
    '/{shop}/orders': {
      post: {
        operationId: 'createOrder',
        summary: 'Create an order',
        parameters: [{ name: 'shop', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['product'],
                properties: {
                  product: { type: 'string' },
                  size: { enum: ['small', 'large'] },
                  lines: {
                    type: 'array',
                    items: { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } },
                  },
                  address: { type: 'object', properties: { city: { type: 'string' } } },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'The order.' } },
      },
    },
  },
};
