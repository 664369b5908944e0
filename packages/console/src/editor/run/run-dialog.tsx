import { Alert, Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { availablePlaceholders } from '@workflow/component-catalog';
import type { JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { useRun } from '../../api/queries/sessions.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { isTrigger } from '../connection-rules.ts';
import { useDraft, useEditor } from '../editor-context.ts';
import { PlaceholderInputs } from './placeholder-inputs.tsx';

/** Runs the draft in TEST mode from any component, with the placeholders that are available to it. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const { workflowId, autosave, store, liveRun } = useEditor();
  const draft = useDraft((state) => state.draft);
  const [componentId, setComponentId] = useState(() => store.getState().selected ?? draft.components.find(isTrigger)?.id ?? draft.components[0]?.id ?? '');
  const [values, setValues] = useState<JsonObject>({});
  const run = useRun();
  const fields = availablePlaceholders(draft, componentId);

  async function start() {
    await autosave.flush();
    const { sessionId } = await run.mutateAsync({ workflowId, componentId, mode: 'TEST', placeholderValues: values });
    liveRun.set({ sessionId, session: null, lastSteps: new Map() });
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Test run" size="lg">
      {draft.components.length === 0 ? (
        <Alert color="gray">Add a component first.</Alert>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void start().catch(() => undefined);
          }}
        >
          <Stack>
            <NativeSelect
              label="Start from"
              description="The draft runs from this component; what comes before it is stood in for by the values below"
              value={componentId}
              onChange={(event) => {
                setComponentId(event.currentTarget.value);
                setValues({});
              }}
              data={draft.components.map((component) => ({ value: component.id, label: component.name ?? component.type }))}
              data-autofocus
            />
            <PlaceholderInputs key={componentId} fields={fields} values={values} onChange={setValues} />
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
      )}
    </Modal>
  );
}
