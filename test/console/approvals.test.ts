import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startThirdPartyServer } from '../contract/third-party-server.ts';
import { problemsNow } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { connectPorts, editorSaved, typeInto } from './canvas-actions.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

const LONG_CHOICE = 'ask somebody who knows more of it';
const TWO_LINES_PX = 60;
const PHONE = { width: 390, height: 844 };
/** A folder for pictures of the pages, to look at them. */
const PICTURES = process.env['PICTURES_DIR'];

describeInBrowser('Refund with approval', () => {
  let app: ConsoleSystem;
  let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
  beforeAll(async () => {
    thirdParty = await startThirdPartyServer();
    const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    app = await startConsole({ ...admin, HTTP_ALLOWED_ADDRESSES: '127.0.0.1' });
  });
  afterAll(async () => {
    thirdParty?.stop();
    await app?.stop();
  });

  test('is built from nothing, published, run, approved by its link on a phone, and read in the session', async () => {
    const { page, context, complaints } = await app.open({ path: '/workflows' });
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByLabel('Name').fill('Refund with approval');
    await page.getByRole('button', { name: 'Create' }).click();
    await buildRefund(page, `${thirdParty.url}/mail`);
    await editorSaved(page);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published').waitFor();

    const sessionId = await run(page);
    await page.goto(`/sessions/${sessionId}`);
    await page
      .getByText('Waiting for an approval')
      .first()
      .waitFor()
      .catch(async (cause: unknown) => {
        const steps = await call<object>(page, 'GET', `/v1/sessions/${sessionId}/steps`);
        throw new Error(JSON.stringify(steps).slice(0, 2_000), { cause });
      });
    const card = page.getByRole('article', { name: 'Refund 40 to Ada?' });
    await card.getByText(/^Waiting for \d+ (?:s|min)$/).waitFor();
    const link = thirdParty.calls.find(({ url }) => url === '/mail')!;
    const address = new URL((JSON.parse(link.body) as { to: string }).to).pathname;

    await decideOnPhone(address);

    await page.getByText('Succeeded').first().waitFor();
    await page.getByRole('group', { name: 'Output' }).getByText('approve by Grace').waitFor();
    const steps = page.getByRole('region', { name: 'Steps' });
    expect(await steps.count()).toBeGreaterThanOrEqual(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  /** Decides with nothing but the link, at the width of a phone, in the light and in the dark scheme. */
  async function decideOnPhone(address: string): Promise<void> {
    const { page, context } = await app.open({ as: null, path: address, viewport: PHONE });
    for (const [width, colorScheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect(await problemsNow(page, `${width}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/approval-${width}-${colorScheme}.png` });
    }
    await page.setViewportSize(PHONE);
    // The Enter key in a field does not decide.
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Your name').press('Enter');
    expect(new URL(page.url()).pathname).toBe(address);
    expect(await page.getByText('Decision:').count()).toBe(0);
    await page.getByRole('button', { name: 'approve' }).click();
    await page.getByText('Decision: Approve').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/decided.png` });
    await context.close();
  }

  test('an approval is listed for who may decide, and decided in the console', async () => {
    const { page, context, complaints } = await app.open({ path: '/approvals' });
    await page.getByText('Nothing is waiting for you').waitFor();
    const { workflowId, componentId } = await publishApproval(page);
    await call(page, 'POST', '/v1/workflow/run', { workflowId, componentId });
    const card = page.getByRole('article', { name: 'Hire Ada?' });
    await card.getByText('Hires').waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await problemsNow(page, `${width}`)).toEqual([]);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/console-${width}.png` });
    }
    await isRoomy(page);
    await card.getByRole('button', { name: 'later' }).click();
    const dialog = page.getByRole('dialog', { name: 'Later: Hire Ada?' });
    await dialog.getByLabel('days').fill('3');
    await dialog.getByLabel('Comment').fill('after the fair');
    await dialog.getByRole('button', { name: 'Later' }).click();
    await page.getByText('Nothing is waiting for you').waitFor();
    const { items } = await call<{ items: { id: string }[] }>(page, 'GET', `/v1/sessions?workflowId=${workflowId}`);
    await page.goto(`/sessions/${items[0]!.id}`);
    await page.getByRole('group', { name: 'Output' }).getByText('after the fair').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Checks that no choice on the page is squeezed into a narrow column, which would make it tall. */
async function isRoomy(page: Page): Promise<void> {
  const { items } = await call<{ items: { url: string }[] }>(page, 'GET', '/v1/approvals');
  const guest = await page.context().newPage();
  await guest.goto(new URL(items[0]!.url).pathname);
  const heights = await guest
    .getByRole('group', { name: 'Your decision' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().height)));
  expect([heights.length, Math.max(...heights) < TWO_LINES_PX]).toEqual([3, true]);
  await guest.close();
}

/** input → http-request that sends the link → approval → output. */
async function buildRefund(page: Page, mailUrl: string): Promise<void> {
  const palette = page.getByRole('region', { name: 'Components to add' });
  await palette.getByRole('button', { name: 'Input' }).click();
  const start = page.getByRole('complementary', { name: 'Component Input' });
  await start.getByRole('button', { name: 'Add field' }).click();
  await start.getByLabel('Placeholders: key 1').fill('customer');
  await start.getByRole('button', { name: 'Add field' }).click();
  await start.getByLabel('Placeholders: key 2').fill('amount');
  await start.getByLabel('Placeholders: type of amount').selectOption('NUMBER');
  await palette.getByRole('button', { name: 'HTTP request' }).click();
  const request = page.getByRole('complementary', { name: 'Component HTTP request' });
  await request.getByLabel('Method').selectOption('POST');
  await typeInto(page, 'URL', mailUrl);
  await typeInto(page, 'Body', `{ "to": "{{ $approvalUrl('Approval') }}" }`);
  await palette.getByRole('button', { name: 'Approval' }).click();
  await typeInto(page, 'Title', 'Refund {{ amount }} to {{ customer }}?');
  await typeInto(page, 'Message', 'The parcel was lost.');
  await palette
    .getByRole('button', { name: 'Output' })
    .dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 500, y: 560 } });
  await typeInto(page, 'Value', '{{ decision.choice }} by {{ decision.by }}');
  await page.getByRole('button', { name: 'Close the component panel' }).click();
  await page.getByRole('button', { name: 'Arrange' }).click();
  await page.getByRole('button', { name: 'Show the whole workflow' }).click();
  await connectPorts(page, 'Approval', 'approve', 'Output');
}

/** Runs the workflow with the values of a form. @returns the session's id */
async function run(page: Page): Promise<string> {
  const workflowId = new URL(page.url()).pathname.split('/')[2]!;
  const { components } = await call<{ components: { id: string; type: string }[] }>(
    page,
    'GET',
    `/v1/workflows/${workflowId}`,
  );
  const componentId = components.find(({ type }) => type === 'input')!.id;
  const placeholderValues = { customer: 'Ada', amount: 40 };
  const body = { workflowId, componentId, placeholderValues };
  return (await call<{ sessionId: string }>(page, 'POST', '/v1/workflow/run', body)).sessionId;
}

async function publishApproval(page: Page): Promise<{ workflowId: string; componentId: string }> {
  const [start, asks, end] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const config = {
    title: 'Hire Ada?',
    choices: ['now', 'later', LONG_CHOICE],
    fields: [{ key: 'days', type: 'NUMBER' }],
  };
  const { id } = await call<{ id: string }>(page, 'POST', '/v1/workflows', {
    name: 'Hires',
    components: [
      { id: start, type: 'input', config: { placeholders: [] } },
      { id: asks, type: 'approval', output: 'decision', config },
      { id: end, type: 'output', config: { value: '{{ decision }}' } },
    ],
    connections: [
      { from: start, port: 'next', to: asks },
      { from: asks, port: 'later', to: end },
    ],
  });
  await call(page, 'POST', `/v1/workflows/${id}/publish`);
  return { workflowId: id, componentId: start };
}

async function call<Body>(page: Page, method: string, path: string, data?: object): Promise<Body> {
  const headers = { origin: new URL(page.url()).origin };
  const answer = await page.context().request.fetch(path, { method, headers, ...(data && { data }) });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return (await answer.json()) as Body;
}
