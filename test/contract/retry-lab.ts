import { afterAll, beforeAll, expect } from '@jest/globals';
import type { RouteAnswer } from '@workflow/client';
import type { BackendKind } from '@workflow/test-harness';
import {
  isTerminal,
  type Component,
  type Definition,
  type JsonObject,
  type SessionView,
} from '@workflow/workflow-model';
import { chain, component, output, type Answer, type SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';
import { useContractSystem } from './use-contract-system.ts';

export type Preview = RouteAnswer<'GET /v1/sessions/{id}/retry'>;

/**
 * Opens the shared services, a third party and a lab before the tests of a suite. All three are empty until then, so
 * use their properties only in tests and hooks.
 */
export function useRetryLab(backend: BackendKind) {
  const system = useContractSystem(backend);
  const thirdParty = {} as Awaited<ReturnType<typeof startThirdPartyServer>>;
  const lab = {} as ReturnType<typeof openRetryLab>;
  beforeAll(async () => {
    Object.assign(thirdParty, await startThirdPartyServer());
    Object.assign(lab, openRetryLab(system, thirdParty));
  });
  afterAll(() => thirdParty.stop?.());
  return { system, thirdParty, lab };
}

/** Helps to publish, run, fix and retry workflows. */
export function openRetryLab(
  system: SharedContractSystem,
  thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>,
) {
  const { api } = system;
  const client = () => system.clients[0]!;
  async function save(workflowId: string, definition: Definition): Promise<void> {
    const body = { name: 'Mended', description: '', ...definition };
    const { status } = await client().request('PUT', `/v1/workflows/${workflowId}`, body, { 'if-match': '*' });
    expect(status).toBe(200);
  }
  const retry = (id: string, query = 'version=latest'): Promise<Answer> =>
    client().request('POST', `/v1/sessions/${id}/retry?${query}`);
  return {
    save,
    retry,
    async publish(workflowId: string, definition: Definition): Promise<void> {
      await save(workflowId, definition);
      await api.call('POST', `/v1/workflows/${workflowId}/publish`);
    },
    preview: async (id: string): Promise<Preview> =>
      (await client().request<Preview>('GET', `/v1/sessions/${id}/retry`)).body,
    /** Runs a workflow to its end. */
    async run(workflowId: string, start: Component, values: JsonObject = {}, more: JsonObject = {}) {
      const body = { workflowId, componentId: start.id, placeholderValues: values, ...more };
      const { body: answer, status } = await client().request<Answer['body']>('POST', '/v1/workflow/run', body);
      expect(status).toBe(200);
      return api.untilEnded(String(answer.sessionId));
    },
    /** Retries a session and waits for its end. */
    async retried(id: string, query?: string): Promise<SessionView> {
      const { status, body } = await retry(id, query);
      expect([status, body.message]).toEqual([200, undefined]);
      expect(isTerminal(body.status)).toBe(false);
      return api.untilEnded(id);
    },
    /** Returns how often the third party was called at this path. */
    calls: (path: string) => thirdParty.calls.filter(({ url }) => url.startsWith(`/${path}`)).length,
    call: (path: string, more: Partial<Component> = {}): Component =>
      component('http-request', { method: 'GET', url: `${thirdParty.url}/${path}?n={{ n }}` }, more),
    compute: (expression: string, name: string): Component =>
      component('transform', { expression, type: 'NUMBER' }, { output: name, name }),
    changesOf: ({ changes }: Pick<Preview, 'changes'>) => changes.map(({ name, change }) => `${name} ${change}`),
    endless: (start: Component): Definition => chain(start, component('delay', { seconds: 600 }), output('x')),
  };
}

/** Returns the component with another config. */
export function withConfig(one: Component, config: JsonObject): Component {
  return { ...one, config: { ...one.config, ...config } };
}
