import { changeLabel } from '../../../editor/draft/draft-edits.ts';
import { problemsOf, useDraft, useEditor } from '../../../editor/editor-context.ts';
import { ExpressionField } from '../../../editor/expressions/expression-field.tsx';
import { fieldError } from '../../../editor/fields/field-error.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { useTriggerPlaceholders } from './use-flow.ts';

/** The expression that names the sessions of the workflow. */
export function LabelField() {
  const { store, allProblems } = useEditor();
  const label = useDraft(({ draft }) => draft.label ?? '');
  const problems = usePicked(allProblems, (all) => problemsOf(all, ''));
  const error = fieldError(problems, '/label');
  return (
    <ExpressionField
      label="Session label"
      description="Shown in the session list and searchable, for example order.id."
      required={false}
      kind="expression"
      placeholders={useTriggerPlaceholders()}
      value={label}
      {...(error !== undefined && { error })}
      onChange={(next) => store.apply(changeLabel(next), 'label')}
    />
  );
}
