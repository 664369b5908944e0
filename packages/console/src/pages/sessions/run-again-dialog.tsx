import { Modal, Stack } from '@mantine/core';
import { sendablePlaceholders } from '@workflow/components/descriptors';
import { isMasked, type Definition, type JsonObject } from '@workflow/workflow-model';
import type { Session } from '../../api/types.ts';
import { withoutSensitive } from '../../editor/values/without-sensitive.ts';
import { PlaceholderInputs } from '../../editor/values/placeholder-inputs.tsx';
import { declaredFields } from '../../editor/values/declared-fields.ts';
import { RunForm } from '../../editor/values/run-form.tsx';
import { StartInput } from '../../editor/triggers/start-input.tsx';
import { useOpenSession } from '../../features/sessions/session-link.tsx';

interface RunAgainDialogProps {
  session: Session;
  definition: Definition;
  onClose: () => void;
}

/** Starts a new session from the same component with edited values. */
export function RunAgainDialog({ session, definition, onClose }: RunAgainDialogProps) {
  const openSession = useOpenSession();
  const { workflowId, componentId, mode } = session;
  const fields = sendablePlaceholders(definition, componentId);
  const component = definition.components.find(({ id }) => id === componentId);
  const startFields = declaredFields(component);

  function show(sessionId: string) {
    onClose();
    openSession(sessionId);
  }

  return (
    <Modal opened onClose={onClose} title="Run again" size="lg">
      <Stack>
        <div>
          {mode === 'PROD'
            ? 'Starts a new session of the published version with these values.'
            : 'Starts a new test session of the draft with these values.'}
        </div>
        {isMasked(session.placeholderValues as JsonObject) && (
          <div>Sensitive values are not filled in. Enter them again.</div>
        )}
        <RunForm
          request={{ workflowId, componentId, mode }}
          initialValues={withoutSensitive(fields, session.placeholderValues as JsonObject)}
          startFields={startFields}
          onStarted={show}
          onCancel={onClose}
        >
          {(values, onChange) => {
            const inputs = (
              <PlaceholderInputs fields={fields} startFields={startFields} values={values} onChange={onChange} />
            );
            if (component === undefined) return inputs;
            return (
              <StartInput workflowId={workflowId} component={component} values={values} onChange={onChange}>
                {inputs}
              </StartInput>
            );
          }}
        </RunForm>
      </Stack>
    </Modal>
  );
}
