import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The filter of a webhook', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('shows filtered deliveries, and is tried on a caught one while it is typed', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { definition, inputId } = chain();
    const config = { filter: "request.body.type = 'order.created'" };
    const webhook = { id: inputId, type: 'webhook', name: 'Receive', output: 'request', config };
    definition.components[0] = { ...webhook, position: { x: 0, y: 0 } };
    definition.components[1]!.config = { value: '{{ request }}' };
    const { id } = await makeWorkflow(context, 'Filters', { definition, inputId });
    const path = `/v1/workflows/${id}/components/${inputId}`;
    const { token } = (await (await post(context, `${path}/token`)).json()) as { token: string };
    const deliver = () =>
      context.request.post(`/webhook/${id}`, { headers: { token }, data: { type: 'order.deleted', total: 'many' } });

    await page.goto(`/workflows/${id}?component=${inputId}`);
    const filter = page.getByRole('textbox', { name: 'Filter' });
    await filter.waitFor();
    await page.getByText('Listen for a test event to try the filter with it.').waitFor();
    const event = page.getByRole('group', { name: 'Test event' });
    await event.getByRole('button', { name: 'Listen for a test event' }).click();
    await event.getByText('Listening for the next delivery').waitFor();
    // Ingress learns within a second that somebody listens.
    for (let sent = 0; sent < 50 && (await event.getByText('Listening for').isVisible()); sent += 1)
      expect(await (await deliver()).json()).toMatchObject({ sessionId: null, filtered: true });
    await event.getByText('"type": "order.deleted"').waitFor();
    await event.getByText('The published filter refused it: the sender got 202').waitFor();
    await page.getByText('The last delivery is filtered: false').waitFor();
    await page.getByText(/Filtered in the last hour: \d+/).waitFor();
    expect(await seriousProblems(page, 'a filter')).toEqual([]);

    await filter.fill("request.body.type in ['order.created', 'order.deleted']");
    await page.getByText('The last delivery starts a session: true').waitFor();
    await filter.fill('request.body.missing');
    await page.getByText('The last delivery is filtered: no value').waitFor();
    await filter.fill('request.body.total > 5');
    await page.getByText(/^The last delivery starts a session with a warning: /).waitFor();
    await filter.fill('payload.type = 1');
    await page.getByText('there is no payload here', { exact: false }).first().waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
