import { expect } from '@jest/globals';
import type { Definition, Flow, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, output, type SharedContractSystem } from './contract-system.ts';
import type { startThirdPartyServer } from './third-party-server.ts';

export interface LimitedWorkflow {
  workflowId: string;
  start: string;
  definition: Definition;
}

/** Publishes workflows with flow control whose sessions call a third party, which records when they ran. */
export function limitedWorkflows(
  system: () => SharedContractSystem,
  thirdParty: () => Awaited<ReturnType<typeof startThirdPartyServer>>,
) {
  const session = (id: string): Promise<SessionView> => system().api.call<SessionView>('GET', `/v1/sessions/${id}`);
  return {
    /**
     * Publishes a workflow. The third party receives the session's number and answers after `ms`, or when it is
     * released.
     */
    async publish(flow: Flow, ms: number | 'held'): Promise<LimitedWorkflow> {
      const start = input('key', { key: 'n', type: 'NUMBER' });
      const path = ms === 'held' ? '/held?' : `/?ms=${ms}&`;
      const url = `${thirdParty().url}${path}n={{ n }}&key={{ key }}`;
      const call = component('http-request', { method: 'GET', url });
      const definition = { ...chain(start, call, output('{{ n }}')), flow };
      return { workflowId: await system().api.publish('Limited', definition), start: start.id, definition };
    },
    async run(workflow: { workflowId: string; start: string }, values: JsonObject): Promise<string> {
      const answer = await system().clients[0]!.run(workflow.workflowId, workflow.start, values);
      expect(answer.status).toBe(200);
      return (answer.body as { sessionId: string }).sessionId;
    },
    session,
    running: async (ids: string[]): Promise<number> =>
      (await Promise.all(ids.map(session))).filter(({ status }) => status === 'RUNNING').length,
    allEnd: (ids: string[]): Promise<SessionView[]> => Promise.all(ids.map((id) => system().api.untilEnded(id))),
    /** Returns the numbers of a key's sessions in the order of their calls. */
    numbersCalled: (key: string): number[] =>
      thirdParty()
        .calls.map(({ url }) => new URL(url, 'http://third').searchParams)
        .filter((parameters) => parameters.get('key') === key)
        .map((parameters) => Number(parameters.get('n'))),
  };
}
