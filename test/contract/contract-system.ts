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
  /** One client per ingress. Every answer is compared with the OpenAPI document. */
  clients: ApiClient[];
  /** Returns a client of the first ingress with another key, or without one. */
  as(apiKey: string): ApiClient;
  /** Publishes a chain of components and runs it to its end. */
  runChain(components: Component[], placeholderValues?: JsonObject): Promise<Answer>;
}

/** A system that other test files use as well, with a separate organization for this file. */
export type SharedContractSystem = SharedSystem & ContractClients;

/** A system that only this file uses, for tests that stop services or change their settings. */
export type ContractSystem = TestSystem & SharedContractSystem;

/** Opens the running services that contract tests share. Every JSON answer is compared with the OpenAPI document. */
export async function openContractSystem(backend: BackendKind = 'postgres'): Promise<SharedContractSystem> {
  const system = await openSharedSystem(backend);
  return { ...system, ...(await openClients(system.api, system.ingressUrls)) };
}

/** Starts both services as separate processes. The answers are checked in the same way. */
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

/** Returns a component with a new id. */
export function component(type: string, config: JsonObject = {}, more: Partial<Component> = {}): Component {
  return { id: randomUUID(), type, config, ...more };
}

/** Returns an `input` with these placeholders. A placeholder that is given as a key has the type `TEXT`. */
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

/** Returns a chain of components. */
export function chain(...components: Component[]): Definition {
  return {
    components,
    connections: components.slice(1).map((next, index) => link(components[index] as Component, next)),
  };
}
