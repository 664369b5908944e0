import { expect } from '@jest/globals';
import type { RouteAnswer } from '@workflow/client';
import {
  isTerminal,
  type Component,
  type Definition,
  type JsonObject,
  type SessionView,
} from '@workflow/workflow-model';
import { chain, component, output, type Answer, type SharedContractSystem } from './contract-system.ts';
import type { startThirdPartyServer } from './third-party-server.ts';

export type Preview = RouteAnswer<'GET /v1/sessions/{id}/retry'>;

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
