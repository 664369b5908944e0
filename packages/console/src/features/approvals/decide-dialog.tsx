import { Modal, Stack, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { AskedField, JsonObject } from '@workflow/workflow-model';
import { type Approval, useDecideApproval } from '../../api/queries/approvals.ts';
import { InputGroup } from '../../editor/values/placeholder-inputs.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { showDone } from '../../ui/show-done.ts';
import { choiceLabel } from './choice-label.ts';
import { nestValues } from './nest-values.ts';

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

  function submit(event: SubmitEvent) {
    event.preventDefault();
    decide.mutate(
      { id: approval.id, choice, comment: comment.trim(), fields: nestValues(fields, values) },
      {
        onSuccess: () => {
          showDone(`Decided: ${choiceLabel(choice)}`);
          onClose();
        },
      },
    );
  }

  return (
    <Modal opened onClose={onClose} title={`${choiceLabel(choice)}: ${approval.title}`}>
      <form onSubmit={submit}>
        <Stack>
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
          {decide.isError && <ErrorNotice error={decide.error} />}
          <FormButtons submitLabel={choiceLabel(choice)} loading={decide.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
