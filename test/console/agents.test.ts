import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { makeWorkflow, post } from './console-data.ts';
import { expectFitFor } from './chat-page-lab.ts';
import { startModelConsole, type ModelConsole } from './model-console.ts';

/** A folder for pictures of the pages, to look at them. */
const PICTURES = process.env['PICTURES_DIR'];
const TURNS = 10;
const VIEWPORTS = { desk: { width: 1_280, height: 800 }, phone: { width: 390, height: 844 } };

describeInBrowser('An agent', () => {
  let models: ModelConsole;
  beforeAll(async () => {
    models = await startModelConsole();
  });
  afterAll(() => models?.stop());

  test('shows its tools on the canvas, and its conversation on the page of the session', async () => {
    const { app, server } = models;
    const { page, context, complaints } = await app.open();
    const credential = await models.addCredential(context);
    const publish = async (name: string) => {
      const start = input('number');
      const definition = chain(start, output('{"state": "sent", "number": "{{ number }}"}'));
      return (await makeWorkflow(context, name, { definition, inputId: start.id })).id;
    };
    const [find, refund] = [await publish('Find order'), await publish('Refund')];
    const start = { ...input('n'), name: 'Question', position: { x: 0, y: 0 } };
    const config = {
      ...{ credential, model: 'm', instructions: 'You answer customers of a lamp shop.', prompt: 'Where is {{ n }}?' },
      tools: [{ workflowId: find }, { workflowId: refund, name: 'refund_order', approval: true }],
    };
    const place = { position: { x: 320, y: 0 } };
    const agent = component('agent', config, { output: 'answer', name: 'Answer the customer', ...place });
    const end = { ...output('{{ answer.text }}'), name: 'Result', position: { x: 640, y: 0 } };
    const workflow = await makeWorkflow(context, 'Customers', {
      definition: chain(start, agent, end),
      inputId: start.id,
    });

    await page.goto(`/workflows/${workflow.id}`);
    const tools = card(page, 'Answer the customer').getByRole('list', { name: 'Tools' });
    await tools.getByText('Find order').waitFor();
    expect(await tools.getByRole('listitem').allTextContents()).toEqual(['Find order', 'refund_order']);
    await tools.getByLabel('needs approval').waitFor();
    expect(await tools.getByLabel('needs approval').count()).toBe(1);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/agent-canvas.png` });

    const call = (tool: string, turn: number) => ({ calls: [{ tool, arguments: { number: `A-${turn}` } }] });
    for (let turn = 1; turn < TURNS - 1; turn += 1) server.answers.push(call('Find_order', turn));
    server.answers.push(call('refund_order', 9), { text: 'Order A-7 was sent, and A-9 refunded.' });
    const body = { workflowId: workflow.id, componentId: start.id, mode: 'PROD', placeholderValues: { n: 'A-7' } };
    const started = await post(context, '/v1/workflow/run', body);
    const { sessionId } = (await started.json()) as { sessionId: string };
    await page.goto(`/sessions/${sessionId}`);
    const approval = await waitFor(async () => {
      const read = await context.request.get(`/v1/approvals?sessionId=${sessionId}`);
      return ((await read.json()) as { items: { id: string }[] }).items[0];
    });
    await post(context, `/v1/approvals/${approval.id}`, { choice: 'approve', comment: 'As agreed' });
    await page.getByText('Succeeded').first().waitFor();
    await page.getByRole('button', { name: /Answer the customer/ }).click();
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('Order A-7 was sent, and A-9 refunded.').waitFor();
    await conversation.getByText('Where is A-7?').waitFor();
    expect(await conversation.getByText(/^Turn \d+$/).allTextContents()).toEqual(
      Array.from({ length: TURNS }, (_, index) => `Turn ${index + 1}`),
    );
    expect(await conversation.getByText('17 tokens').count()).toBe(TURNS);
    const refunded = conversation.getByRole('group').filter({ hasText: 'refund_order' });
    await refunded.locator('summary').first().click();
    await refunded.getByText(/^Approved by .+: As agreed$/).waitFor();
    await refunded.getByText('A-9').first().waitFor();
    expect(await seriousProblems(page, 'the conversation')).toEqual([]);
    for (const [name, viewport] of Object.entries(VIEWPORTS)) {
      await page.setViewportSize(viewport);
      await expectFitFor(page, `agent-session-${name}`);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
