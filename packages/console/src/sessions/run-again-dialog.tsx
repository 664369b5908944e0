import { Modal, Stack } from '@mantine/core';
import { availablePlaceholders } from '@workflow/component-catalog';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { useNavigate } from 'react-router';
import type { Session } from '../api/types.ts';
import { RunForm } from '../editor/run/run-form.tsx';

interface RunAgainDialogProps {
  session: Session;
  definition: Definition;
  onClose: () => void;
}

/** Starts a new session from the same component with edited values. */
export function RunAgainDialog({ session, definition, onClose }: RunAgainDialogProps) {
  const navigate = useNavigate();
  const { workflowId, componentId, mode } = session;

  function show(sessionId: string) {
    onClose();
    void navigate(`/sessions/${sessionId}`);
  }

  return (
    <Modal opened onClose={onClose} title="Run again" size="lg">
      <Stack>
        <div>{mode === 'PROD' ? 'A new session of the published version starts with these values.' : 'A new TEST session of the draft starts with these values.'}</div>
        <RunForm
          request={{ workflowId, componentId, mode }}
          fields={availablePlaceholders(definition, componentId)}
          initialValues={session.placeholderValues as JsonObject}
          onStarted={show}
          onCancel={onClose}
        />
      </Stack>
    </Modal>
  );
}
