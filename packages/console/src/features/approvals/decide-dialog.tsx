import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { AskedField, JsonObject } from '@workflow/workflow-model';
import { type Approval, useDecideApproval } from '../../api/queries/approvals.ts';
import { InputGroup } from '../../editor/values/placeholder-inputs.tsx';
import { doneThen } from '../../ui/show-done.ts';
import { choiceLabel } from './choice-label.ts';
import { nestValues } from './nest-values.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface DecideDialogProps {
  approval: Approval;
  choice: string;
  onClose: () => void;
}

/** Asks for a comment, and for the fields of the approval, before it is decided for good. */
export function DecideDialog({ approval, choice, onClose }: DecideDialogProps) {
  const decide = useDecideApproval();
  const [comment, setComment] = useState('');
  const [values, setValues] = useState<JsonObject>({});
  const fields = approval.fields as unknown as AskedField[];

  function submit() {
    decide.mutate(
      { id: approval.id, choice, comment: comment.trim(), fields: nestValues(fields, values) },
      { onSuccess: doneThen(`Decided: ${choiceLabel(choice)}`, onClose) },
    );
  }

  return (
    <FormDialog
      title={`${choiceLabel(choice)}: ${approval.title}`}
      submitLabel={choiceLabel(choice)}
      request={decide}
      onSubmit={submit}
      onClose={onClose}
    >
      {fields.length > 0 && (
        <InputGroup fields={fields} startFields={fields} prefix="" values={values} onChange={setValues} />
      )}
      <Textarea
        label="Comment"
        description="Optional. Passed on to the workflow."
        autosize
        minRows={2}
        maxLength={5_000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
