import type { AgentMemory } from '@workflow/component-kit/run';
import type { FromStore, WalkResources } from './walk-resources.ts';

/** Returns the conversations of one component of a claimed session. */
export function memoryOf(shared: WalkResources, componentId: string, fromStore: FromStore): AgentMemory {
  const { deps, session, sensitive } = shared;
  const { organizationId, workflowId, mode, id } = session;
  return {
    join: (key, limit) =>
      // A key is used only in a digest, so a sensitive key is shown nowhere.
      fromStore(() => deps.store.joinMemory(id, { workflowId, componentId, mode, key }, limit)),
    async read(sessionIds) {
      const answers = await fromStore(() => deps.store.readEarlierAnswers(organizationId, componentId, sessionIds));
      for (const answer of answers) sensitive.add(answer.sensitive);
      return answers.map(({ first, last }) => ({ first, last }));
    },
  };
}
