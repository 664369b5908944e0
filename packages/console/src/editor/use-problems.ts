import type { Definition } from '@workflow/workflow-model';
import { useEffect } from 'react';
import type { Problem } from '../api/api-error.ts';
import { checkDefinition } from '../api/queries/workflows.ts';
import { useEditor } from './editor-context.ts';

const CHECK_AFTER_MS = 250;

/** Has the server check the draft a moment after each change, by the very rules that publishing applies. */
export function useProblems(): void {
  const { workflowId, store, problems } = useEditor();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: Definition | undefined;
    let stopped = false;

    async function check({ components, connections }: Definition): Promise<void> {
      const found = await checkDefinition(workflowId, { components, connections });
      if (!stopped && last?.components === components && last.connections === connections) problems.set(byComponent(found, problems.get()));
    }
    function schedule(): void {
      const { draft } = store.getState();
      if (draft.components === last?.components && draft.connections === last.connections) return;
      last = draft;
      clearTimeout(timer);
      // What could not be checked now is checked with the next change, and when publishing in any case.
      timer = setTimeout(() => void check(draft).catch(() => undefined), CHECK_AFTER_MS);
    }

    const unsubscribe = store.subscribe(schedule);
    schedule();
    return () => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [workflowId, store, problems]);
}

/** Problems by component; lists that did not change stay the same, so that their cards are not drawn again. */
function byComponent(found: Problem[], previous: ReadonlyMap<string, Problem[]>): ReadonlyMap<string, Problem[]> {
  const grouped = Map.groupBy(found, (problem) => problem.componentId ?? '');
  for (const [id, list] of grouped) {
    const before = previous.get(id);
    if (before && JSON.stringify(before) === JSON.stringify(list)) grouped.set(id, before);
  }
  return grouped;
}
