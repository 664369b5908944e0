// Takes the pictures of README.md and docs/console.md from the running demo (`pnpm start`), light and dark:
//   pnpm docs:pictures --password <password> --token <webhook token> [--url http://localhost:3000]
// Both are printed by the first start. It sends deliveries to "Receive an order" and uses a template.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '@workflow/test-harness';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const IMAGES = join(import.meta.dirname, '../docs/images');
const RECEIVE_ORDER = '0197a000-0000-7000-8000-000000000010';
const DELIVERIES = 24;
/** The delivery without a number as its total, which fails. */
const BROKEN = 20;
const PHONE = { width: 390, height: 844 };

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    email: { type: 'string', default: 'admin@example.com' },
    password: { type: 'string' },
    token: { type: 'string' },
  },
});

await takePictures();

async function takePictures(): Promise<void> {
  const { url, email, password, token } = options;
  if (password === undefined || token === undefined)
    throw new Error('Pass what the first pnpm start printed: --password … --token …');
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('Install Chromium, or set CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ baseURL: url, timezoneId: 'UTC', reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    await signIn(context, { email, password });
    await sendDeliveries(context, token);
    const page = await context.newPage();
    await takeOverview(page);
    await takeSession(page);
    await takeDeliveries(page);
    await takeEditor(page);
  } finally {
    await browser.close();
  }
}

async function signIn(context: BrowserContext, data: { email: string; password: string }): Promise<void> {
  const answer = await context.request.post('/api/auth/sign-in/email', { data, headers: { origin: options.url } });
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}: ${await answer.text()}`);
}

async function sendDeliveries(context: BrowserContext, token: string): Promise<void> {
  for (let number = 1; number <= DELIVERIES; number += 1) {
    const total = number === BROKEN ? 'unknown' : 190 + 37 * number;
    const data = { orderId: `A-${1100 + number}`, total, customer: { name: 'Ada', email: 'ada@example.com' } };
    const answer = await context.request.post(`/webhook/${RECEIVE_ORDER}`, { data, headers: { token } });
    if (answer.status() !== 202) throw new Error(`A delivery was answered ${answer.status()}: ${await answer.text()}`);
  }
}

async function takeOverview(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Queued and running' }).waitFor();
  // Charts are loaded after the page.
  await page.locator('canvas').nth(1).waitFor();
  await save(page, 'console-overview');
}

async function takeSession(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1180 });
  await page.goto(`/sessions?workflowId=${RECEIVE_ORDER}&status=FAILED`);
  await page.locator('main a[href^="/sessions/0"]').first().click();
  await page.getByText('FIELD_INVALID').first().waitFor();
  await page.locator('.react-flow__node').first().waitFor();
  await save(page, 'console-session');
}

async function takeDeliveries(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  await page.goto(`/workflows/${RECEIVE_ORDER}/activity`);
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page
    .getByRole('button', { name: /^Replay/ })
    .first()
    .waitFor();
  await picture(page, 'console-deliveries-phone', 'light');
}

async function takeEditor(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Use template Check the rows of a CSV in a loop' }).click();
  await page.getByRole('dialog', { name: 'Test run' }).getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
  await page
    .locator('.react-flow__node', { has: page.locator('[title="For each order"]') })
    .first()
    .click();
  await page.getByRole('complementary', { name: 'Component For each order' }).waitFor();
  await save(page, 'console-editor');
}

async function save(page: Page, name: string): Promise<void> {
  await picture(page, name, 'light');
  await picture(page, `${name}-dark`, 'dark');
}

async function picture(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(IMAGES, `${name}.png`), animations: 'disabled' });
}
