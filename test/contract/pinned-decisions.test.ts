import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { setUpApprovals } from './approval-lab.ts';
import { component, link, output } from './contract-system.ts';

const opened = setUpApprovals('pins');

async function run(workflowId: string, pinnedOutputs: JsonObject, headers: Record<string, string> = {}) {
  const placeholderValues = { amount: 12 };
  const request = { workflowId, componentId: opened.lab.start.id, placeholderValues, mode: 'TEST', pinnedOutputs };
  return (await opened.system.api.request('POST', '/v1/workflow/run', request, headers)).body;
}

test('a pinned decision takes the port of its choice, or that of the timeout', async () => {
  const asks = opened.lab.approval({ choices: ['approve', 'send back'], fields: [{ key: 'days', type: 'NUMBER' }] });
  const paid = component('wait-for-callback', { fields: [{ key: 'amount', type: 'NUMBER' }] }, { output: 'paid' });
  const ends = ['approve', 'send back', 'timeout'].map((port) => ({ port, component: output({ port }) }));
  const workflowId = await opened.system.api.publish('Pinned', {
    components: [opened.lab.start, paid, asks, ...ends.map((end) => end.component)],
    connections: [
      link(opened.lab.start, paid),
      link(paid, asks),
      link(paid, asks, 'timeout'),
      ...ends.map((end) => link(asks, end.component, end.port)),
    ],
  });
  const decided = (decision: Json, payment: Json) =>
    run(workflowId, { [asks.id]: decision, [paid.id]: payment }, { prefer: 'wait=60' });
  const amount = { amount: 1 };
  expect(await decided({ choice: 'send back', days: 3 }, amount)).toMatchObject({ output: { port: 'send back' } });
  expect(await decided({ choice: 'approve' }, null)).toMatchObject({ output: { port: 'approve' } });
  expect(await decided(null, amount)).toMatchObject({ output: { port: 'timeout' } });
  for (const wrong of [{ choice: 'timeout' }, { comment: 'no choice' }])
    expect((await decided(wrong, amount))['message']).toBe(
      `pinnedOutputs.${asks.id}.choice must be one of approve, send back`,
    );
});

test.each(['in its place', 'on the way to it'])(
  'an address is over from the beginning where a pin is %s',
  async (at) => {
    const isInPlace = at === 'in its place';
    const path = isInPlace ? 'in-place' : 'on-the-way';
    const [asks, sends] = [opened.lab.approval(), opened.lab.sender(path)];
    const [hold, way] = [component('delay', { seconds: 600 }), component('condition', { expression: 'true' })];
    const workflowId = await opened.system.api.publish('Pins', {
      components: [opened.lab.start, sends, hold, way, asks],
      connections: [link(opened.lab.start, sends), link(sends, hold), link(hold, way), link(way, asks, 'true')],
    });
    const body = await run(workflowId, isInPlace ? { [asks.id]: { choice: 'approve' } } : { [way.id]: false });
    const id = String(body['sessionId']);
    await waitFor(async () => (await opened.lab.session(id)).status === 'WAITING');
    const address = await opened.lab.sent(path);
    expect((await opened.lab.page('GET', address)).status).toBe(410);
    expect((await opened.lab.decide(address, { choice: 'approve' })).status).toBe(410);
    await opened.system.api.call('POST', `/v1/sessions/${id}/cancel`);
  },
);
