import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort } from '@workflow/test-harness';
import { connectAndSignIn, ProgramThatSignsIn } from '../../services/ingress/test/mcp-sign-in.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

/** A program on the person's computer: the browser comes back to it with the code. */
async function startCallback(): Promise<{ server: Server; url: string; cameBack: Promise<URL> }> {
  let arrive: (url: URL) => void = () => undefined;
  const cameBack = new Promise<URL>((resolve) => (arrive = resolve));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/plain').end('You can close this page.');
    if (request.url?.startsWith('/callback') === true) arrive(new URL(request.url, 'http://127.0.0.1'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, cameBack };
}

describeInBrowser('A model’s client that asks for access', () => {
  let app: ConsoleSystem;
  let callback: Awaited<ReturnType<typeof startCallback>>;
  beforeAll(async () => {
    const port = await freePort();
    callback = await startCallback();
    app = await startConsole({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
  });
  afterAll(async () => {
    await app?.stop();
    callback.server.close();
  });

  test('is named with where the answer goes, is let in by its person, and runs a workflow', async () => {
    const author = await app.open();
    const { definition, inputId } = chain();
    const mcp = { name: 'price', description: 'Prices an order.' };
    await makeWorkflow(author.context, 'Price an order', { definition: { ...definition, mcp }, inputId });
    const { complaints, page, context } = await app.open({ as: null });
    const program = new ProgramThatSignsIn(undefined, callback.url);
    const client = await connectAndSignIn('of the current major', app.baseUrl, program, async (authorizationUrl) => {
      await page.goto(authorizationUrl.href);
      await page.getByLabel('E-mail').fill(ADMIN.email);
      await page.locator('input[name=password]').fill(ADMIN.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Connect Assistant?' }).waitFor();
      await page.getByText('The answer goes to a program on this computer').waitFor();
      await page.getByText('Run workflows, cancel and retry sessions').waitFor();
      expect(await page.getByLabel('Organization').inputValue()).not.toBe('');
      expect(await seriousProblems(page, 'authorize')).toEqual([]);
      await page.getByRole('button', { name: 'Allow' }).focus();
      await page.keyboard.press('Enter');
      return callback.cameBack;
    });
    const tools = (await client.listTools()).tools.map(({ name }) => name);
    expect(tools).toContain('price');
    const called = await client.callTool({ name: 'price', arguments: { name: 'Ada' } });
    expect(called.structuredContent).toMatchObject({ status: 'SUCCEEDED', output: 'Ada' });
    await client.close();
    expect(complaints).toEqual([]);

    const broken = new URL(program.authorizationUrl ?? '');
    broken.searchParams.set('client_id', 'nobody');
    await page.goto(broken.href);
    await page.getByRole('heading', { name: 'This application cannot be connected' }).waitFor();
    await context.close();
  });
});
