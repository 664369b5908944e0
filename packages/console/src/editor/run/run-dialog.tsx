import { Alert, Modal, NativeSelect, Stack } from '@mantine/core';
import { availablePlaceholders } from '@workflow/component-catalog';
import { useState } from 'react';
import { isTrigger } from '../connection-rules.ts';
import { useDraft, useEditor } from '../editor-context.ts';
import { RunForm } from './run-form.tsx';

/** Runs the draft in TEST mode from any component, with the placeholders that are available to it. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const { workflowId, autosave, store, liveRun } = useEditor();
  const draft = useDraft((state) => state.draft);
  const [componentId, setComponentId] = useState(() => store.getState().selected ?? draft.components.find(isTrigger)?.id ?? draft.components[0]?.id ?? '');

  function watch(sessionId: string) {
    liveRun.set({ sessionId, session: null, lastSteps: new Map() });
    onClose();
  }

  return (
    <Modal opened onClose={onClose} title="Test run" size="lg">
      {draft.components.length === 0 ? (
        <Alert color="gray">Add a component first.</Alert>
      ) : (
        <Stack>
          <NativeSelect
            label="Start from"
            description="The draft runs from this component; what comes before it is stood in for by the values below"
            value={componentId}
            onChange={(event) => setComponentId(event.currentTarget.value)}
            data={draft.components.map((component) => ({ value: component.id, label: component.name ?? component.type }))}
            data-autofocus
          />
          <RunForm
            key={componentId}
            request={{ workflowId, componentId, mode: 'TEST' }}
            fields={availablePlaceholders(draft, componentId)}
            prepare={() => autosave.flush()}
            onStarted={watch}
            onCancel={onClose}
          />
        </Stack>
      )}
    </Modal>
  );
}
