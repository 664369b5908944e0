import { foldBodies } from '@workflow/components/descriptors';
import { definitionOf, type Definition } from '@workflow/workflow-model';
import { useEffect } from 'react';
import type { Problem } from '../../api/api-error.ts';
import { checkDefinition } from '../../api/queries/workflows.ts';
import { useEditor } from '../editor-context.ts';

const CHECK_AFTER_MS = 250;

/** Lets the server check the draft shortly after each change, by the rules of publishing. */
export function useProblems(): void {
  const { workflowId, store, allProblems, warnings, recheck } = useEditor();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last: Definition | undefined;
    let stopped = false;

    async function check(draft: Definition): Promise<void> {
      const found = await checkDefinition(workflowId, foldBodies(definitionOf(draft)));
      if (stopped || !isSame(last, draft)) return;
      allProblems.set(byComponent(found.problems, allProblems.get()));
      warnings.set(found.warnings ?? []);
    }
    function schedule(): void {
      const { draft } = store.getState();
      if (isSame(last, draft)) return;
      last = draft;
      clearTimeout(timer);
      // A failed check is repeated after the next change; publishing checks in any case.
      timer = setTimeout(() => void check(draft).catch(() => undefined), CHECK_AFTER_MS);
    }

    const unsubscribeRecheck = recheck.subscribe(() => {
      last = undefined;
      schedule();
    });
    const unsubscribe = store.subscribe(schedule);
    schedule();
    return () => {
      stopped = true;
      clearTimeout(timer);
      unsubscribe();
      unsubscribeRecheck();
    };
  }, [workflowId, store, allProblems, warnings, recheck]);
}

/** Returns true if both have the same content, so that the same problems hold. */
function isSame(one: Definition | undefined, other: Definition): boolean {
  if (one === undefined) return false;
  const { notes: _notes, ...content } = definitionOf(other);
  const parts = new Set([...Object.keys(definitionOf(one)), ...Object.keys(content)]) as Set<keyof Definition>;
  parts.delete('notes');
  return [...parts].every((part) => one[part] === other[part]);
}

/** Problems by component; unchanged lists keep their identity, so that their cards are not redrawn. */
function byComponent(found: Problem[], previous: ReadonlyMap<string, Problem[]>): ReadonlyMap<string, Problem[]> {
  const grouped = Map.groupBy(found, (problem) => problem.componentId ?? '');
  for (const [id, list] of grouped) {
    const before = previous.get(id);
    if (before && JSON.stringify(before) === JSON.stringify(list)) grouped.set(id, before);
  }
  return grouped;
}
