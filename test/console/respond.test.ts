import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { waitFor } from '@workflow/test-harness';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Respond', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  async function makeHook(context: BrowserContext, name: string, withRespond: boolean): Promise<string> {
    const hook = { id: randomUUID(), type: 'webhook', name: 'Webhook', output: 'request', config: {} };
    const reply = { id: randomUUID(), type: 'respond', name: 'Respond', config: { status: 200, body: { ok: true } } };
    const definition = {
      components: [
        { ...hook, position: { x: 0, y: 0 } },
        ...(withRespond ? [{ ...reply, position: { x: 340, y: 0 } }] : []),
      ],
      connections: withRespond ? [{ from: hook.id, port: 'next', to: reply.id }] : [],
    };
    return (await makeWorkflow(context, name, { definition, inputId: hook.id }, false)).id;
  }
  const responseOf = async (context: BrowserContext, id: string) => {
    const { components } = await (await context.request.get(`/v1/workflows/${id}`)).json();
    return components.find(({ type }: { type: string }) => type === 'webhook').config.response;
  };

  test('the first one behind a webhook switches Response on, which undo takes back with it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const id = await makeHook(context, 'Responds', false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Webhook').hover();
    await card(page, 'Webhook').getByRole('button', { name: 'Add a component after next' }).click();
    await page.getByLabel('Search components to add here').fill('respond');
    await page.keyboard.press('Enter');
    await card(page, 'Respond').waitFor();
    await editorSaved(page);
    await waitFor(async () => (await responseOf(context, id)) !== undefined, { what: 'Response' });
    await card(page, 'Webhook').click({ position: { x: 20, y: 20 } });
    expect(await page.getByRole('switch', { name: 'Response' }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Publish/ }).click();
    await page.getByRole('dialog', { name: 'Publish' }).getByText('This is the first version').waitFor();
    expect(await page.getByText('is switched off').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await card(page, 'Respond').waitFor({ state: 'detached' });
    await waitFor(async () => (await responseOf(context, id)) === undefined, { what: 'no Response' });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('publishing warns of one that has no effect, and opens the webhook', async () => {
    const { page, context, leave } = await app.open();
    const id = await makeHook(context, 'Has no effect', true);
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: /^Publish/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish' });
    await dialog.getByText('1 warning').waitFor();
    await dialog.getByText('Response is switched off, so the component Respond has no effect').waitFor();
    expect(await seriousProblems(page, 'a warning')).toEqual([]);
    await dialog.getByRole('button', { name: 'Webhook' }).click();
    const panel = page.getByRole('complementary', { name: 'Component Webhook' });
    await panel.getByRole('status').getByText('Response is switched off, so the component Respond').waitFor();
    await leave();
  });
});
