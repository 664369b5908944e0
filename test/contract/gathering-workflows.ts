import type { Flow, Gather, Json, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, input, output, type SharedContractSystem } from './contract-system.ts';

export interface GatheringWorkflow {
  workflowId: string;
  start: string;
}

/** Publishes workflows that gather requests. Requests go to the ingresses in turn. */
export function gatheringWorkflows(system: () => SharedContractSystem) {
  const session = (id: unknown): Promise<SessionView> =>
    system().api.call<SessionView>('GET', `/v1/sessions/${String(id)}`);
  return {
    async publish(gather: Gather, value = '{{ gathered }}'): Promise<GatheringWorkflow> {
      const start = input('key', { key: 'n', type: 'NUMBER', optional: true });
      const flow: Flow = { gather };
      const workflowId = await system().api.publish('Gathers', { ...chain(start, output(value)), flow });
      return { workflowId, start: start.id };
    },
    run({ workflowId, start }: GatheringWorkflow, key: string, n: number, headers = {}) {
      const { clients } = system();
      return clients[n % clients.length]!.run(workflowId, start, { key, n }, headers);
    },
    session,
    outputOf: async (id: unknown): Promise<Json> => (await system().api.untilEnded(String(id))).output,
    /** Returns the expected list for these requests of a key. */
    items: (key: string, numbers: number[]): JsonObject[] => numbers.map((n) => ({ key, n })),
  };
}
