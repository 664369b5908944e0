import { Modal, Stack } from '@mantine/core';
import { sendablePlaceholders } from '@workflow/component-catalog';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { useNavigate } from 'react-router';
import type { Session } from '../api/types.ts';
import { PlaceholderInputs } from '../editor/run/placeholder-inputs.tsx';
import { RunForm } from '../editor/run/run-form.tsx';
import { WebhookRequestInput } from '../editor/run/webhook-request-input.tsx';
import { texts } from '../texts/sessions.tsx';
import { useCameFrom } from './way-back.tsx';

interface RunAgainDialogProps {
  session: Session;
  definition: Definition;
  onClose: () => void;
}

/** Starts a new session from the same component with edited values. */
export function RunAgainDialog({ session, definition, onClose }: RunAgainDialogProps) {
  const navigate = useNavigate();
  const cameFrom = useCameFrom();
  const { workflowId, componentId, mode } = session;
  const component = definition.components.find(({ id }) => id === componentId);

  function show(sessionId: string) {
    onClose();
    void navigate(`/sessions/${sessionId}`, { state: cameFrom });
  }

  return (
    <Modal opened onClose={onClose} title={texts.runAgain} size="lg">
      <Stack>
        <div>{mode === 'PROD' ? texts.startsANewSessionOf : texts.startsANewTestSession}</div>
        <RunForm
          request={{ workflowId, componentId, mode }}
          initialValues={session.placeholderValues as JsonObject}
          onStarted={show}
          onCancel={onClose}
        >
          {(values, onChange) =>
            component?.type === 'webhook' && component.output !== undefined ? (
              <WebhookRequestInput
                workflowId={workflowId}
                component={component}
                value={typeof values[component.output] === 'string' ? String(values[component.output]) : undefined}
                onChange={(request) => onChange(request === undefined ? {} : { [component.output ?? '']: request })}
              />
            ) : (
              <PlaceholderInputs
                fields={sendablePlaceholders(definition, componentId)}
                values={values}
                onChange={onChange}
              />
            )
          }
        </RunForm>
      </Stack>
    </Modal>
  );
}
