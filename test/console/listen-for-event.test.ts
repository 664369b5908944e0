import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Listening for a test event', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a new user catches a delivery before publishing, and tests the draft on it', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { definition, inputId } = chain();
    const webhook = { id: inputId, type: 'webhook', name: 'Receive', output: 'request', config: {} };
    definition.components[0] = { ...webhook, position: { x: 0, y: 0 } };
    definition.components[1]!.config = { value: '{{ $eval(request).body.order }}' };
    const { id } = await makeWorkflow(context, 'Listens', { definition, inputId }, false);
    const path = `/v1/workflows/${id}/components/${inputId}/token`;
    const { token } = (await (await post(context, path)).json()) as { token: string };
    const order = randomUUID();
    const deliver = () => context.request.post(`/webhook/${id}`, { headers: { token }, data: { order } });

    await page.goto(`/workflows/${id}?component=${inputId}`);
    const event = page.getByRole('group', { name: 'Test event' });
    await event.getByRole('button', { name: 'Listen for a test event' }).click();
    await event.getByText('Listening for the next delivery').waitFor();
    expect((await deliver()).status()).toBe(409);
    await event.getByText(`"order": "${order}"`).waitFor();
    await event.getByText('The sender got 409').waitFor();
    expect(await seriousProblems(page, 'a caught delivery')).toEqual([]);
    // Expressions are previewed with the caught delivery before anything ran.
    await card(page, 'Answer').click();
    await page.getByTitle('Show all of it').filter({ hasText: order }).waitFor();
    await card(page, 'Receive').click();
    await event.getByRole('button', { name: 'Test with it' }).click();
    const run = page.getByRole('status', { name: 'Test run' });
    await run.getByText('Succeeded').waitFor();
    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog', { name: 'Test run' });
    await dialog.getByLabel('Body').waitFor();
    expect(JSON.parse(await dialog.getByLabel('Body').inputValue())).toEqual({ order });
    await page.keyboard.press('Escape');

    expect((await post(context, `/v1/workflows/${id}/publish`)).status()).toBe(201);
    await event.getByRole('button', { name: 'Listen for another event' }).click();
    await event.getByText('Listening for the next delivery').waitFor();
    const { sessionId } = (await (await deliver()).json()) as { sessionId: string };
    const link = event.getByRole('link', { name: 'Open session' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`/sessions/${sessionId}`);
    await event.getByRole('button', { name: 'Listen for another event' }).click();
    await event.getByRole('button', { name: 'Stop' }).click();
    await event.getByRole('button', { name: 'Listen for a test event' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
