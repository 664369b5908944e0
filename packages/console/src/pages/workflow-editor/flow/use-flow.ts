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
  /** The props of a field of the rule. A field that changes to undefined is removed from the rule. */
  function fieldOf<Key extends keyof NonNullable<Flow[Rule]> & string>(key: Key) {
    const fields = value as (NonNullable<Flow[Rule]> & object) | undefined;
    const error = fieldError(problems, `/flow/${rule}/${key}`);
    return {
      value: fields && (fields as NonNullable<Flow[Rule]>)[key],
      ...(error !== undefined && { error }),
      onChange(next: NonNullable<Flow[Rule]>[Key] | undefined) {
        if (fields === undefined) return;
        const { [key]: _old, ...others } = fields;
        const changed = (next === undefined ? others : { ...fields, [key]: next }) as NonNullable<Flow[Rule]>;
        // Typing in one field is one step of undo.
        store.apply(changeFlow(rule, changed), `flow.${rule}.${key}`);
      },
    };
  }
  return {
    value,
    /** Replaces the rule; undefined removes it. */
    change: (next: Flow[Rule] | undefined) => store.apply(changeFlow(rule, next)),
    fieldOf,
  };
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
