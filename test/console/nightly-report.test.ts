import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@workflow/test-harness';
import type { Locator, Page } from 'playwright-core';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, viewAtRest } from './canvas-actions.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

const MAIL_USER = { user: 'reports', password: 'password-of-reports' };

describeInBrowser('The nightly report', () => {
  let app: ConsoleSystem;
  let database: TestDatabase;
  let mails: MailServer;
  beforeAll(async () => {
    [app, database, mails] = await Promise.all([
      startConsole({
        HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
      }),
      shopDatabase(),
      serveMail(),
    ]);
  });
  afterAll(async () => {
    await app?.stop();
    await Promise.all([database?.drop(), mails?.stop()]);
  });

  test('credentials are made in place, and the mail lists what was sold', async () => {
    const { page, complaints } = await app.open({ path: '/templates' });
    await page.getByRole('searchbox').fill('nightly report');
    await page.getByRole('button', { name: 'Use template Nightly report from a database by e-mail' }).click();
    // Without an account the first run simulates both.
    const run = page.getByRole('dialog', { name: 'Test run' });
    await run.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
    expect(mails.received).toEqual([]);

    const { hostname, port, pathname, username } = new URL(database.databaseUrl);
    await makeCredential(page, 'Read the orders', 'PostgreSQL', {
      Name: 'Shop',
      Host: hostname,
      Port: port,
      Database: pathname.slice(1),
      User: username,
      Encryption: 'none',
      // The server of the tests accepts any password.
      Password: 'none',
    });
    await makeCredential(page, 'Send the report', 'SMTP', {
      Name: 'Reports',
      Host: '127.0.0.1',
      Port: String(mails.port),
      User: MAIL_USER.user,
      Encryption: 'none',
      Password: MAIL_USER.password,
    });
    await editorSaved(page);

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published').waitFor();
    await page.goto('/schedules');
    await page.getByRole('button', { name: 'Run now: Nightly report from a database by e-mail' }).click();
    await page.locator('header [data-status="SUCCEEDED"]').waitFor();

    expect(mails.received).toHaveLength(1);
    const [mail] = mails.received;
    expect(mail).toMatchObject({ from: 'reports@example.com', to: ['team@example.com'] });
    expect(mail?.source).toMatch(/^Subject: Orders until \d{4}-\d\d-\d\d\r$/m);
    expect(mail?.text).toBe('Orders by product:\r\n\r\nCable: 2 orders, 17.50\r\nLamp: 1 orders, 45.00\r\n');
    expect(complaints).toEqual([]);
  });
});

/** Chooses a new credential in the settings of a component. */
async function makeCredential(
  page: Page,
  component: string,
  type: string,
  fields: Record<string, string>,
): Promise<void> {
  await viewAtRest(page);
  await card(page, component).click();
  const panel = page.getByRole('complementary', { name: `Component ${component}` });
  await panel.getByRole('button', { name: 'New credential' }).click();
  const dialog = page.getByRole('dialog', { name: 'New credential' });
  if (await isShown(dialog.getByLabel('Type'))) await dialog.getByLabel('Type').selectOption(type);
  for (const [label, value] of Object.entries(fields)) {
    if (label === 'Encryption') await dialog.getByLabel(label).selectOption(value);
    else if (label === 'Password') await dialog.locator('input[type=password]').fill(value);
    else await dialog.getByLabel(label).fill(value);
  }
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await panel.locator('select option:checked').allInnerTexts()).toContain(`${fields.Name} (${type})`);
}

const isShown = async (locator: Locator): Promise<boolean> => (await locator.count()) > 0;

async function shopDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query('CREATE TABLE orders (product text, total numeric(10, 2), ordered_at timestamptz DEFAULT now())');
  await client.query("INSERT INTO orders VALUES ('Lamp', 45), ('Cable', 5), ('Cable', 12.5)");
  await client.end();
  return database;
}

interface MailServer {
  port: number;
  received: { from: string; to: string[]; source: string; text: string }[];
  stop(): Promise<void>;
}

async function serveMail(): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === MAIL_USER.user && password === MAIL_USER.password
        ? done(null, { user: username })
        : done(new Error('refused')),
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString();
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source,
          text: source.slice(source.indexOf('\r\n\r\n') + 4),
        });
        done();
      });
    },
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve);
      }),
  };
}
