import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Forms of components', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function configOf(context: BrowserContext, id: string, type: string): Promise<Record<string, unknown>> {
    const { components } = await (await context.request.get(`/v1/workflows/${id}`)).json();
    return components.find((one: { type: string }) => one.type === type).config;
  }

  test('the throttle of a request is numbers', async () => {
    const { page, context, leave } = await app.open();
    const request = {
      type: 'http-request',
      name: 'Call',
      output: 'answer',
      config: { method: 'GET', url: 'http://h' },
    };
    const { id } = await makeWorkflow(context, 'Throttled', chain(request), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Call').click();
    const panel = page.getByRole('complementary', { name: 'Component Call' });
    await panel.getByRole('switch', { name: 'Throttle' }).check();
    await panel.getByRole('textbox', { name: 'Calls per second' }).fill('0.5');
    await panel.getByRole('textbox', { name: 'Burst' }).fill('3');
    expect(await seriousProblems(page, 'a throttle')).toEqual([]);
    await editorSaved(page);
    await waitFor(
      async () =>
        isDeepStrictEqual((await configOf(context, id, 'http-request'))['throttle'], { burst: 3, perSecond: 0.5 }),
      { what: 'the saved throttle' },
    );
    await leave();
  });

  test('a webhook shows choices as choices, and a secret is made where it is missing', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain();
    definition.components[0] = { ...definition.components[0]!, type: 'webhook', output: 'request', config: {} };
    definition.components[1]!.config = { value: 'done' };
    const { id } = await makeWorkflow(context, 'Verified', { definition, inputId }, false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').click();
    const panel = page.getByRole('complementary', { name: 'Component Start' });

    await panel.getByRole('radiogroup', { name: 'Deduplicate by' }).getByText('Off').click();
    await panel.getByRole('checkbox', { name: 'Slack' }).check();
    await panel.getByRole('checkbox', { name: 'PUT' }).check();
    await waitFor(
      async () => {
        const { deduplicateBy, handshakes, methods } = await configOf(context, id, 'webhook');
        return JSON.stringify([deduplicateBy, handshakes, methods]) === '[[],["slack"],["POST","PUT"]]';
      },
      { what: 'the saved choices' },
    );
    await panel.getByRole('radiogroup', { name: 'Deduplicate by' }).getByText('Custom list').click();
    await panel.getByLabel('Deduplicate by: entries').last().fill('body:/id');
    await page.keyboard.press('Enter');
    await waitFor(
      async () => JSON.stringify((await configOf(context, id, 'webhook'))['deduplicateBy']) === '["body:/id"]',
      { what: 'the own list' },
    );
    // Without its last entry the default applies again, because an empty list would switch it off.
    await panel.getByLabel('Deduplicate by: entries').last().focus();
    await page.keyboard.press('Backspace');
    await panel.getByText('The default applies until you add an entry.').waitFor();
    await waitFor(async () => (await configOf(context, id, 'webhook'))['deduplicateBy'] === undefined, {
      what: 'the list without entries',
    });

    await panel.getByRole('switch', { name: 'Signature verification' }).check();
    await panel.getByLabel('Scheme').selectOption('stripe');
    expect(await panel.getByLabel('Algorithm').count()).toBe(0);
    await panel.getByLabel('Tolerance (seconds)').waitFor();
    await panel.getByLabel('Scheme').selectOption('hmac');
    await panel.getByLabel('Algorithm').waitFor();
    await panel.getByLabel('Scheme').selectOption('stripe');
    await panel.getByPlaceholder('Secret name').fill('stripe-key');
    await panel.getByLabel('Tolerance (seconds)').focus();
    await panel.getByText('organization has no secret stripe-key').waitFor();
    expect(await seriousProblems(page, 'a webhook')).toEqual([]);
    await panel.getByRole('button', { name: 'Create the secret stripe-key…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New secret' });
    await dialog.getByLabel('Value').fill('whsec_1');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await panel.getByText('organization has no secret stripe-key').waitFor({ state: 'detached' });
    await leave();
  });

  test('a new token is shown with an address for senders without headers, and an input with its ids', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain();
    const webhook = { id: randomUUID(), type: 'webhook', name: 'Hook', output: 'request', config: {} };
    definition.components.push({ ...webhook, position: { x: 0, y: 160 } });
    const { id } = await makeWorkflow(context, 'Addressed', { definition, inputId }, false);
    await page.goto(`/workflows/${id}?component=${webhook.id}`);
    await page.getByRole('button', { name: 'Generate token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Webhook token created' });
    const token = await dialog.getByRole('textbox', { name: 'Webhook token', exact: true }).inputValue();
    const address = await dialog.getByRole('textbox', { name: 'URL with token' }).inputValue();
    const { pathname, search } = new URL(address);
    expect(`${pathname}${search}`).toBe(`/webhook/${id}?token=${token}`);
    expect(await seriousProblems(page, 'a new token')).toEqual([]);
    await dialog.getByRole('button', { name: 'Copy URL with token' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await post(context, `/v1/workflows/${id}/publish`)).status()).toBe(201);
    expect((await context.request.post(`${pathname}${search}`, { data: {} })).status()).toBe(202);

    await page.goto(`/workflows/${id}?component=${inputId}`);
    const call = page.getByRole('region', { name: 'Run by API' });
    expect(await call.getByRole('textbox', { name: 'Component ID' }).inputValue()).toBe(inputId);
    expect(await call.getByRole('textbox', { name: 'Workflow ID' }).inputValue()).toBe(id);
    await call.getByText(`"componentId":"${inputId}","mode":"PROD","placeholderValues":{"name":"text"}`).waitFor();
    expect(await seriousProblems(page, 'an input')).toEqual([]);
    await leave();
  });
});
