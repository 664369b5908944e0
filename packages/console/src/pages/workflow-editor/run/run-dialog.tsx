import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Alert, Checkbox, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sendablePlaceholders } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import { useState } from 'react';
import { isTrigger } from '../../../editor/draft/connection-rules.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { usablePins } from '../../../editor/values/pinned-outputs.ts';
import { rememberedInput } from '../../../editor/values/remembered-input.ts';
import { declaredFields } from '../../../editor/values/declared-fields.ts';
import { RunForm } from '../../../editor/values/run-form.tsx';
import { firstValuesQuery } from '../../../editor/triggers/first-values.ts';
import { StartInput } from '../../../editor/triggers/start-input.tsx';
import { componentName } from '../../../editor/draft/component-name.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { withoutSensitive } from '../../../editor/values/without-sensitive.ts';
import { ValuesInput } from '../../../editor/values/values-input.tsx';
import { plural } from '../../../ui/plural.ts';
import { rememberTest, requireSavedTexts } from './last-test.ts';

interface RunDialogProps {
  /** The component to start at; null for the trigger. */
  startAt: string | null;
  onClose: () => void;
}

/** Runs the draft in TEST mode from any component, with the placeholders that are available to it. */
export function RunDialog({ startAt, onClose }: RunDialogProps) {
  const draft = useDraft((state) => state.draft);
  const components = draft.components.filter(({ disabled }) => disabled !== true);
  const [componentId, setComponentId] = useState(
    () => startAt ?? components.find(isTrigger)?.id ?? components[0]?.id ?? '',
  );
  const component = components.find((one) => one.id === componentId);

  return (
    <Modal opened onClose={onClose} title="Test run" size="lg">
      {component ? (
        <Stack>
          <NativeSelect
            label="Start from"
            description={
              isTrigger(component)
                ? 'The draft starts at this component.'
                : 'The draft starts at this component. The values below replace the outputs of earlier components.'
            }
            value={componentId}
            onChange={(event) => setComponentId(event.currentTarget.value)}
            data={components.map((one) => ({ value: one.id, label: componentName(one) }))}
          />
          <RunFrom key={componentId} component={component} onClose={onClose} />
        </Stack>
      ) : (
        <Alert color="gray">Add a component first.</Alert>
      )}
    </Modal>
  );
}

function RunFrom({ component, onClose }: { component: Component; onClose: () => void }) {
  const { workflowId, store, autosave, liveRun, pins } = useEditor();
  const draft = useDraft((state) => state.draft);
  const [isAlone, setIsAlone] = useState(false);
  const pinned = usablePins(
    usePicked(pins, (all) => all),
    draft.components,
    component.id,
  );
  const pinCount = Object.keys(pinned.pinnedOutputs ?? {}).length;
  const fields = sendablePlaceholders(draft, component.id);
  const startFields = declaredFields(component);
  const remembered = rememberedInput(workflowId, component.id);
  const first = useQuery({ ...firstValuesQuery({ workflowId, component, fields }), enabled: remembered === null });
  // The form starts with the first values and ignores later ones, so that it does not change while somebody types.
  if (first.isLoading && remembered === null) return null;
  const initial = withoutSensitive(fields, remembered ?? first.data ?? {});

  return (
    <RunForm
      request={{
        workflowId,
        componentId: component.id,
        mode: 'TEST',
        ...(isAlone ? { onlyThisComponent: true } : pinned),
      }}
      initialValues={initial}
      startFields={startFields}
      prepare={async (values) => {
        requireSavedTexts(store.getState(), isAlone ? component.id : undefined);
        rememberTest(workflowId, draft, { componentId: component.id, isAlone, values });
        await autosave.flush();
      }}
      onStarted={(sessionId) => {
        liveRun.set({ sessionId, session: null, lastSteps: new Map() });
        onClose();
      }}
      onCancel={onClose}
    >
      {(values, onChange) => (
        <>
          <StartInput workflowId={workflowId} component={component} values={values} onChange={onChange}>
            <ValuesInput fields={fields} startFields={startFields} values={values} onChange={onChange} />
          </StartInput>
          {!isTrigger(component) && (
            <Checkbox
              label="Run only this component"
              checked={isAlone}
              onChange={(event) => setIsAlone(event.currentTarget.checked)}
            />
          )}
          {pinCount > 0 && !isAlone && (
            <Text size="sm">
              {plural(pinCount, {
                one: '1 pinned output is used instead of its component.',
                other: `${pinCount} pinned outputs are used instead of their components.`,
              })}
            </Text>
          )}
        </>
      )}
    </RunForm>
  );
}
