import { randomUUID } from 'node:crypto';
import {
  createApiClient,
  openSharedSystem,
  startSystem,
  type ApiAnswer,
  type ApiClient,
  type BackendKind,
  type SharedSystem,
  type SystemOptions,
  type TestSystem,
} from '@workflow/test-harness';
import type { Component, Connection, Definition, JsonObject } from '@workflow/workflow-model';
import { makeDocumentCheck, type ApiDocument } from '../../services/ingress/test/check-against-document.ts';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export type Answer = ApiAnswer<any>;

interface ContractClients {
  /** One client per ingress; every answer is checked against the OpenAPI document. */
  clients: ApiClient[];
  /** A client of the first ingress with another key, or with none. */
  as(apiKey: string): ApiClient;
  /** Publishes the components one after the other and runs them to their end. */
  runChain(components: Component[], placeholderValues?: JsonObject): Promise<Answer>;
}

/** A system that other test files use as well, as an organization of the file's own. */
export type SharedContractSystem = SharedSystem & ContractClients;

/** A system of the file's own, for tests that stop services or change their settings. */
export type ContractSystem = TestSystem & SharedContractSystem;

/** The running services that contract tests share, with every JSON answer held against what the document promises. */
export async function openContractSystem(backend: BackendKind = 'postgres'): Promise<SharedContractSystem> {
  const system = await openSharedSystem(backend);
  return { ...system, ...(await openClients(system.api, system.ingressUrls)) };
}

/** Both services as processes of their own, with the answers checked in the same way. */
export async function startContractSystem(options: Partial<SystemOptions> = {}): Promise<ContractSystem> {
  const system = await startSystem({ backend: 'postgres', ...options });
  const urls = system.ingresses.map(({ baseUrl }) => baseUrl);
  return {
    ...system,
    ...(await openClients(system.api, urls)),
    ingressUrls: urls,
    readLog: async () => [...system.ingresses, ...system.executors].flatMap(({ log }) => log),
  };
}

async function openClients(api: ApiClient, ingressUrls: string[]): Promise<ContractClients> {
  const { body: document } = await api.request<ApiDocument>('GET', '/v3/api-docs');
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
  return {
    clients: ingressUrls.map((url) => checked(createApiClient(url, api.apiKey))),
    as: (apiKey) => checked(createApiClient(api.baseUrl, apiKey)),
    runChain: async (components, placeholderValues = {}) => {
      const workflowId = await api.publish('Chain', chain(...components));
      return api.run(workflowId, (components[0] as Component).id, placeholderValues, { prefer: 'wait=60' });
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
