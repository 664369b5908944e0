import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import { chain, component, link, type SharedContractSystem } from './contract-system.ts';

/** Creates published webhooks that wait for a `respond`. */
export function openRespondLab(system: SharedContractSystem) {
  /** Publishes a webhook that waits, followed by these components. */
  async function publish(components: Component[], connections?: Connection[], response: JsonObject = {}) {
    const webhook = component('webhook', { response: { timeoutSeconds: 60, ...response } }, { output: 'request' });
    const all = [webhook, ...components];
    const definition =
      connections === undefined
        ? chain(...all)
        : { components: all, connections: [link(webhook, components[0]!), ...connections] };
    const workflowId = await system.api.publish('Responds', definition);
    const path = `/v1/workflows/${workflowId}/components/${webhook.id}/token`;
    const { token } = await system.api.call<{ token: string }>('POST', path);
    const send = async (body: unknown, headers: Record<string, string> = {}, ingress = 0) => {
      const answer = await fetch(`${system.ingressUrls[ingress]}/webhook/${workflowId}`, {
        method: 'POST',
        headers: { token, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const last = async (): Promise<string> => {
      const list = await system.api.call<{ items: { id: string }[] }>('GET', `/v1/sessions?workflowId=${workflowId}`);
      return list.items[0]!.id;
    };
    return { send, last, workflowId, webhook };
  }

  const read = (key: string, type = 'TEXT') =>
    component('json-parse', { source: '{{ request }}', path: '/body', fields: [{ key, type }] }, { output: 'sent' });

  return { publish, read };
}
