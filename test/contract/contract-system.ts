import { randomUUID } from 'node:crypto';
import {
  createApiClient,
  startSystem,
  type ApiAnswer,
  type ApiClient,
  type SystemOptions,
  type TestSystem,
} from '@workflow/test-harness';
import type { Component, Connection, Definition, JsonObject } from '@workflow/workflow-model';
import { makeDocumentCheck, type ApiDocument } from '../../services/ingress/test/check-against-document.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

// eslint-disable-next-line typescript/no-explicit-any -- what a test expects is checked by its assertions
export type Answer = ApiAnswer<any>;

export interface ContractSystem extends TestSystem {
  /** One client per ingress; every answer is checked against the OpenAPI document. */
  clients: ApiClient[];
  /** A client of the first ingress with another key, or with none. */
  as(apiKey: string): ApiClient;
  /** Publishes the components one after the other and runs them to their end. */
  runChain(components: Component[], placeholderValues?: JsonObject): Promise<Answer>;
}

/** Both services as processes, with every JSON answer held against what the document promises. */
export async function startContractSystem(options: Partial<SystemOptions> = {}): Promise<ContractSystem> {
  const system = await startSystem({ backend: 'postgres', ...options });
  const { body: document } = await system.api.request<ApiDocument>('GET', '/v3/api-docs');
  const check = makeDocumentCheck(document);
  const checked = (client: ApiClient): ApiClient => ({
    ...client,
    request: async (method, path, body, headers) => {
      const answer = await client.request(method, path, body, headers);
      if (method !== 'HEAD')
        check({
          method,
          path,
          status: answer.status,
          contentType: answer.headers.get('content-type'),
          body: answer.body,
        });
      return answer as never;
    },
  });
  const clients = system.ingresses.map((ingress) => checked(system.apiFor(system.organization, ingress)));
  return {
    ...system,
    clients,
    as: (apiKey) => checked(createApiClient(system.api.baseUrl, apiKey)),
    runChain: async (components, placeholderValues = {}) => {
      const workflowId = await system.api.publish('Chain', chain(...components));
      return system.api.run(workflowId, (components[0] as Component).id, placeholderValues, { prefer: 'wait=20' });
    },
  };
}

/** A component with an id of its own. */
export function component(type: string, config: JsonObject = {}, more: Partial<Component> = {}): Component {
  return { id: randomUUID(), type, config, ...more };
}

/** An `input` of these placeholders, `TEXT` when only a key is given. */
export function input(...placeholders: (string | JsonObject)[]): Component {
  return component('input', {
    placeholders: placeholders.map((each) => (typeof each === 'string' ? { key: each, type: 'TEXT' } : each)),
  });
}

export function output(value: JsonObject | string): Component {
  return component('output', { value });
}

export function link(from: Component, to: Component, port = 'next'): Connection {
  return { from: from.id, port, to: to.id };
}

/** A chain of components. */
export function chain(...components: Component[]): Definition {
  return {
    components,
    connections: components.slice(1).map((next, index) => link(components[index] as Component, next)),
  };
}
