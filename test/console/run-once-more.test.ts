import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

interface SessionList {
  items: { id: string; placeholderValues: unknown }[];
}

/** Moves the pointer over the bars of the last minutes until the values show successful sessions. */
async function newestBar(page: Page): Promise<{ x: number; y: number }> {
  const bars = page.locator('.u-over').first();
  const { width } = (await bars.boundingBox()) ?? { width: 0 };
  for (let minutesAgo = 0; minutesAgo < 10; minutesAgo += 1) {
    const position = { x: (width * (59.5 - minutesAgo)) / 60, y: 100 };
    await bars.hover({ position });
    const values = (await page.locator('[data-side]').first().textContent()) ?? '';
    if (/Succeeded [1-9]/.test(values)) return position;
  }
  throw new Error('no bar of the last ten minutes has sessions');
}

describeInBrowser('What ran, run once more', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a delivery is sent again, and a bar of the chart opens the sessions that it counts', async () => {
    const { page, context, complaints, leave } = await app.open();
    const webhook = { id: randomUUID() as string, type: 'webhook', name: 'Receive', output: 'request', config: {} };
    const answer = { id: randomUUID() as string, type: 'output', name: 'Answer', config: { value: '{{ request }}' } };
    const definition = {
      components: [webhook, answer],
      connections: [{ from: webhook.id, port: 'next', to: answer.id }],
    };
    const { id } = await makeWorkflow(context, 'Receives', { definition, inputId: webhook.id });
    const { token } = (await (await post(context, `/v1/workflows/${id}/components/${webhook.id}/token`)).json()) as {
      token: string;
    };
    const delivered = await context.request.post(`/webhook/${id}`, { headers: { token }, data: { order: 7 } });
    const { sessionId } = (await delivered.json()) as { sessionId: string };
    await page.goto(`/workflows/${id}/activity`);
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: `Replay the delivery of session ${sessionId}` }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/sessions/') && !url.pathname.endsWith(sessionId));
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    const sessions = async (query = '') =>
      ((await (await context.request.get(`/v1/sessions?workflowId=${id}${query}`)).json()) as SessionList).items;
    const [again, first] = await sessions();
    expect(first?.id).toBe(sessionId);
    expect(again?.placeholderValues).toEqual(first?.placeholderValues);

    // Every session that the chart counts ended within the time that its bar opens.
    await page.goto(`/workflows/${id}/activity`);
    await page.getByText('2 sessions ended').waitFor();
    await page.getByText('Show as table').first().click();
    const bar = page.getByRole('rowheader').getByRole('link').last();
    const link = new URLSearchParams(((await bar.getAttribute('href')) ?? '').split('?')[1]);
    expect(link.get('time')).toBe('ended');
    const counted = await sessions(`&endedAfter=${link.get('since')}&endedBefore=${link.get('until')}`);
    expect(counted.map((session) => session.id)).toContain(again?.id);
    await bar.click();
    await page.locator(`a[href="/sessions/${again?.id}"]`).waitFor();
    expect(await page.getByRole('textbox', { name: 'From' }).or(page.getByLabel('From')).first().inputValue()).not.toBe(
      '',
    );

    // The pointer shows the values of a bar, and a click opens it.
    await page.goBack();
    const position = await newestBar(page);
    await page.locator('.u-over').first().click({ position });
    await page.locator(`a[href="/sessions/${again?.id}"]`).waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a step of a session runs the draft from there with the data of that session', async () => {
    const { page, context, complaints, leave } = await app.open();
    const greet = {
      type: 'transform',
      name: 'Greet',
      output: 'greeting',
      config: { expression: '"Hello " & name', type: 'TEXT' },
    };
    const shout = {
      type: 'transform',
      name: 'Shout',
      output: 'shouted',
      config: { expression: '$uppercase(greeting)', type: 'TEXT' },
    };
    const workflow = await makeWorkflow(context, 'Continue', chain(greet, shout));
    const id = await startRun(context, workflow, 'Grace');
    await page.goto(`/sessions/${id}`);
    await page.getByRole('button', { name: /Shout/, expanded: false }).click();
    await page.getByRole('button', { name: 'Test from here' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/sessions/') && !url.pathname.endsWith(id));
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    const [test] = (
      (await (await context.request.get(`/v1/sessions?workflowId=${workflow.id}&mode=TEST`)).json()) as SessionList
    ).items;
    const { items } = (await (await context.request.get(`/v1/sessions/${test?.id}/steps`)).json()) as {
      items: { output: unknown }[];
    };
    expect(items.map(({ output }) => output)).toEqual(['HELLO GRACE', 'Grace']);
    expect(complaints).toEqual([]);
    await leave();
  });
});
