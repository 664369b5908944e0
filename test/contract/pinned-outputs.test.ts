import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { component, input, link, output, openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

/** Returns in → call → check → (true) total → out, in → tax → total; (false) refuse. */
function orderWorkflow(url: string) {
  const start = input({ key: 'order', type: 'OBJECT', fields: [{ key: 'id', type: 'TEXT' }] });
  const call = component('http-request', { method: 'POST', url, body: '{{ order.id }}' }, { output: 'price' });
  const check = component('condition', { expression: 'price.body.amount > 10' });
  const tax = component('transform', { expression: '2', type: 'NUMBER' }, { output: 'tax' });
  const total = component('transform', { expression: 'price.body.amount + tax', type: 'NUMBER' }, { output: 'total' });
  const out = output('{{ total }}');
  const refuse = output('refused');
  return {
    start,
    call,
    check,
    tax,
    total,
    out,
    definition: {
      components: [start, call, check, tax, total, out, refuse],
      connections: [
        link(start, call),
        link(start, tax),
        link(call, check),
        link(check, total, 'true'),
        link(check, refuse, 'false'),
        link(tax, total),
        link(total, out),
      ],
    },
  };
}

describeEachBackend('pinned outputs and single steps', (backend) => {
  let system: SharedContractSystem;
  let third: Awaited<ReturnType<typeof startThirdPartyServer>>;
  let workflow: ReturnType<typeof orderWorkflow>;
  let workflowId: string;

  beforeAll(async () => {
    third = await startThirdPartyServer();
    system = await openContractSystem(backend);
    workflow = orderWorkflow(`${third.url}/price`);
    workflowId = await system.api.publish('Order', workflow.definition);
  });
  afterAll(async () => {
    third?.stop();
  });

  const run = (componentId: string, more: JsonObject = {}, placeholderValues: JsonObject = {}) =>
    system.clients[0]!.request<{ sessionId: string; message: string; [key: string]: Json }>(
      'POST',
      '/v1/workflow/run',
      { workflowId, componentId, mode: 'TEST', placeholderValues, ...more },
      { prefer: 'wait=60' },
    );
  const answered = (amount: number): JsonObject => ({ status: 200, body: { zeta: 1, amount, alpha: [2] } });
  const statuses = async (sessionId: string) =>
    Object.fromEntries((await system.api.steps(sessionId)).map((step) => [step.componentId, step.status]));

  test('yield their values and do not run', async () => {
    const { call, start, check } = workflow;
    const calls = third.calls.length;
    const { body } = await run(start.id, { pinnedOutputs: { [call.id]: answered(40) } }, { 'order.id': 'a' });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: 42, placeholderValues: { 'order.id': 'a' } });
    expect(third.calls).toHaveLength(calls);
    const step = (await system.api.steps(body.sessionId)).find(({ componentId }) => componentId === call.id);
    expect(JSON.stringify(step?.output)).toBe(JSON.stringify(answered(40)));
    const refused = await run(start.id, { pinnedOutputs: { [call.id]: answered(40), [check.id]: false } });
    expect(refused.body).toMatchObject({ status: 'SUCCEEDED', output: 'refused' });
  });

  test('replace the outputs of components that do not run before the start component', async () => {
    const { call, total, tax } = workflow;
    const pinned = { [call.id]: answered(7), [tax.id.toUpperCase()]: 3 };
    const { body } = await run(total.id, { pinnedOutputs: pinned });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: 10, placeholderValues: {} });
    // Values of the request have the highest precedence.
    expect((await run(total.id, { pinnedOutputs: pinned }, { tax: 5 })).body).toMatchObject({ output: 12 });
  });

  test('run one component alone', async () => {
    const { total, tax, call } = workflow;
    const { body } = await run(total.id, {
      onlyThisComponent: true,
      pinnedOutputs: { [call.id]: answered(1), [tax.id]: 1 },
    });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: null });
    const steps = await system.api.steps(body.sessionId);
    expect(steps.map(({ componentId, output: value }) => [componentId, value])).toEqual([[total.id, 2]]);
  });

  test('are taken from an earlier session', async () => {
    const { start, call, check, total, tax } = workflow;
    const earlier = await run(start.id, { pinnedOutputs: { [call.id]: answered(20) } }, { 'order.id': 'b' });
    const pinsFromSession = earlier.body.sessionId;
    expect((await run(total.id, { pinsFromSession })).body).toMatchObject({ status: 'SUCCEEDED', output: 22 });
    expect((await run(total.id, { pinsFromSession, pinnedOutputs: { [tax.id]: 30 } })).body).toMatchObject({
      output: 50,
    });
    const alone = await run(check.id, { pinsFromSession, onlyThisComponent: true });
    expect(await statuses(alone.body.sessionId)).toEqual({ [check.id]: 'SUCCEEDED' });
    const again = await run(call.id, { pinsFromSession, onlyThisComponent: true });
    expect(again.body).toMatchObject({ status: 'SUCCEEDED', output: null });
    expect(third.calls.at(-1)?.body).toContain('b');
    // This includes the trigger's placeholders.
    const fromStart = await run(start.id, { pinsFromSession, onlyThisComponent: true });
    const [step] = await system.api.steps(fromStart.body.sessionId);
    expect(step?.output).toEqual({ order: { id: 'b' } });
  });

  test('stay with the session when it is retried', async () => {
    const { start, call } = workflow;
    const failing = { [call.id]: { status: 200, body: { amount: 'much' } } };
    const { body } = await run(start.id, { pinnedOutputs: failing, onlyThisComponent: false });
    const calls = third.calls.length;
    expect(body).toMatchObject({ status: 'FAILED' });
    await system.api.call('POST', `/v1/sessions/${body.sessionId}/retry?from=start`);
    expect(await system.api.untilEnded(body.sessionId)).toMatchObject({ status: 'FAILED', run: 2 });
    expect(third.calls).toHaveLength(calls);
  });

  test('are refused with PROD, for unknown components, and with values of a wrong type', async () => {
    const { start, call, check, tax, total } = workflow;
    const refused = async (more: JsonObject) => {
      const { status, body } = await run(start.id, more);
      expect(status).toBe(400);
      return body.message;
    };
    const all = { pinnedOutputs: {}, onlyThisComponent: true, pinsFromSession: randomUUID() };
    for (const [option, value] of Object.entries(all)) {
      expect(await refused({ mode: 'PROD', [option]: value })).toBe(`${option} is for mode TEST, not for PROD`);
    }
    const unknown = randomUUID();
    const wrong = { [unknown]: 1, [call.id]: 'text', [check.id]: 'yes', [tax.id]: 'many', [total.id]: 1 };
    expect(await refused({ pinnedOutputs: wrong })).toBe(
      [
        `pinnedOutputs.${unknown} is not a component of the workflow`,
        `pinnedOutputs.${call.id} must be an object`,
        `pinnedOutputs.${check.id} must be true or false`,
        `pinnedOutputs.${tax.id} must be a number`,
      ].join('; '),
    );
    expect(await refused({ pinnedOutputs: { [call.id]: { body: 'a\0' } } })).toContain(`pinnedOutputs.${call.id}.body`);
    expect(await refused({ pinsFromSession: unknown })).toContain('pinsFromSession must be a session of the workflow');
    expect(await refused({ pinnedOutputs: [] })).toContain('pinnedOutputs must be an object');
  });
});
