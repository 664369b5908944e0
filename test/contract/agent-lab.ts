import { randomUUID } from 'node:crypto';
import { waitFor } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, openContractSystem, output } from './contract-system.ts';
import { startModelServer } from './model-server.ts';

/** Opens the shared system, a stand-in of a server of models, and its credential. */
export async function openAgentLab(options: Parameters<typeof startModelServer>[0] = {}) {
  const [system, server] = await Promise.all([openContractSystem(), startModelServer(options)]);
  const { api } = system;
  const body = {
    ...{ name: `Models ${randomUUID()}`, type: 'openai-compatible' },
    ...{ baseUrl: `${server.url}/v1`, apiKey: server.apiKey },
  };
  const { id: credential } = await api.call<{ id: string }>('POST', '/v1/organization/credentials', body);

  return {
    system,
    server,
    agent: (config: JsonObject = {}): Component =>
      component('agent', { credential, model: 'm', prompt: 'Look', ...config }, { output: 'answer' }),
    /** Publishes a tool with the argument `number`, whose result is an expression over it. */
    tool: (name: string, expression: string): Promise<string> => {
      const found = component('transform', { expression, type: 'JSON' }, { output: 'result' });
      return api.publish(name, chain(input('number'), found, output('{{ result }}')));
    },
    /** Publishes a workflow with an agent, and starts it. @returns the id of the session */
    start: async (agent: Component, start: Component, values: JsonObject): Promise<string> => {
      const workflow = await api.publish('Agent', chain(start, agent, output('{{ answer.text }}')));
      return String((await api.run(workflow, start.id, values)).body['sessionId']);
    },
    /** Returns the turns and calls of a session, whole. */
    partsOf: async (sessionId: string): Promise<JsonObject[]> => {
      const path = `/v1/sessions/${sessionId}/steps?full=true`;
      const { items } = await api.call<{ items: JsonObject[] }>('GET', path);
      return items.filter(({ kind }) => kind !== undefined);
    },
    /** Resolves to the approval that a session waits for. */
    untilAsked: (sessionId: string): Promise<JsonObject> =>
      waitFor(async () => {
        const { items } = await api.call<{ items: JsonObject[] }>('GET', `/v1/approvals?sessionId=${sessionId}`);
        return items[0];
      }),
    sessionsOf: async (workflowId: string): Promise<JsonObject[]> => {
      const path = `/v1/sessions?workflowId=${workflowId}&limit=50`;
      return (await api.call<{ items: JsonObject[] }>('GET', path)).items;
    },
  };
}

export type AgentLab = Awaited<ReturnType<typeof openAgentLab>>;
