import { Button, Group, Modal, Stack } from '@mantine/core';
import { availablePlaceholders } from '@workflow/component-catalog';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useRun } from '../api/queries/sessions.ts';
import type { Session } from '../api/types.ts';
import { PlaceholderInputs } from '../editor/run/placeholder-inputs.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';

interface RunAgainDialogProps {
  session: Session;
  definition: Definition;
  onClose: () => void;
}

/** Starts a new session from the same component with edited values. */
export function RunAgainDialog({ session, definition, onClose }: RunAgainDialogProps) {
  const navigate = useNavigate();
  const run = useRun();
  const [values, setValues] = useState(session.placeholderValues as JsonObject);
  const { workflowId, componentId, mode } = session;

  async function start() {
    const { sessionId } = await run.mutateAsync({ workflowId, componentId, mode, placeholderValues: values });
    onClose();
    await navigate(`/sessions/${sessionId}`);
  }
  return (
    <Modal opened onClose={onClose} title="Run again" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start().catch(() => undefined);
        }}
      >
        <Stack>
          <div>{mode === 'PROD' ? 'A new session of the published version starts with these values.' : 'A new TEST session of the draft starts with these values.'}</div>
          <PlaceholderInputs fields={availablePlaceholders(definition, componentId)} values={values} onChange={setValues} />
          {run.isError && <ErrorNotice error={run.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={run.isPending}>
              Run
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
