import { outputsOf } from '@workflow/components/descriptors';
import type { Field, Flow } from '@workflow/workflow-model';
import { useMemo } from 'react';
import { isTrigger } from '../../../editor/draft/connection-rules.ts';
import { changeFlow } from '../../../editor/draft/draft-edits.ts';
import { problemsOf, useDraft, useEditor } from '../../../editor/editor-context.ts';
import { fieldError } from '../../../editor/fields/field-error.ts';
import { usePicked } from '../../../ui/value-store.ts';

/** A rule of the draft's flow control, and how it is changed. */
export function useFlowRule<Rule extends keyof Flow>(rule: Rule) {
  const { store, allProblems } = useEditor();
  const value = useDraft(({ draft }) => draft.flow?.[rule]);
  const problems = usePicked(allProblems, (all) => problemsOf(all, ''));
  return {
    value,
    /** Replaces the rule; undefined removes it. Typing in one field is one step of undo. */
    change: (next: Flow[Rule] | undefined, field = '') =>
      store.apply(changeFlow(rule, next), field === '' ? '' : `flow.${rule}.${field}`),
    errorOf: (field: string): { error?: string } => {
      const error = fieldError(problems, `/flow/${rule}/${field}`);
      return error === undefined ? {} : { error };
    },
  };
}

/** The rule with a value, or without it when the value is undefined; what else it has stays as it is. */
export function withPart<Rule extends object, Part extends keyof Rule>(
  rule: Rule,
  part: Part,
  value: Rule[Part] | undefined,
): Rule {
  const { [part]: _old, ...rest } = rule;
  return (value === undefined ? rest : { ...rule, [part]: value }) as Rule;
}

/** The placeholders that keys may use: those that any trigger produces. */
export function useTriggerPlaceholders(): Field[] {
  const components = useDraft(({ draft }) => draft.components);
  return useMemo(
    () => [
      ...new Map(
        components
          .filter(isTrigger)
          .flatMap(outputsOf)
          .map((field) => [field.key, field]),
      ).values(),
    ],
    [components],
  );
}
