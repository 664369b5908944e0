import { expect, jest, test } from '@jest/globals';
import type { Flow } from '@workflow/workflow-model';
import { JSON_TYPE } from './make-hook.ts';
import { component, useTestIngress } from './start-test-ingress.ts';

const ingress = useTestIngress();

/** Sends a delivery to a published webhook with this flow control, whose workflow responds. */
async function deliverTo(flow: Flow): Promise<Response> {
  const webhook = component('webhook', { response: { timeoutSeconds: 10 } }, 'request');
  const headers = { ...JSON_TYPE, 'x-api-key': ingress.organization.apiKey };
  const definition = { name: 'Responds', components: [webhook], connections: [], flow };
  const { body } = await ingress.request('POST', '/v1/workflows', { headers, body: definition });
  const published = await ingress.request('POST', `/v1/workflows/${body.id}/publish`, { headers, body: {} });
  expect(published.status).toBe(201);
  const token = await ingress.token(body.id, webhook.id);
  const response = { status: 200, headers: {}, body: { kind: 'text', text: 'yes' } } as const;
  jest
    .spyOn(ingress.context.responseWaits, 'wait')
    .mockImplementationOnce((organizationId, id) => Promise.resolve({ id, organizationId, response }));
  return fetch(`${ingress.url}/webhook/${body.id}`, { method: 'POST', headers: { ...JSON_TYPE, token }, body: '{}' });
}

test.each<[string, Flow, number]>([
  ['is deleted when its only sender has it', {}, 1],
  [
    'of a session that gathers stays for the senders at other ingresses',
    { gather: { quietSeconds: 1, maxSeconds: 10 } },
    0,
  ],
])('a response %s', async (_what, flow, deletions) => {
  const deleted = jest.spyOn(ingress.context.store.sessions, 'deleteResponse');
  const answer = await deliverTo(flow);
  expect([answer.status, await answer.text()]).toEqual([200, 'yes']);
  expect(deleted).toHaveBeenCalledTimes(deletions);
  deleted.mockRestore();
});
