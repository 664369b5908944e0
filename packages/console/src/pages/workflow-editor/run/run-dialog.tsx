import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Alert, Checkbox, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { receivesRequests, sendablePlaceholders } from '@workflow/components/descriptors';
import type { Component, Field, Json, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { isTrigger } from '../../../editor/draft/connection-rules.ts';
import { useDraft, useEditor } from '../../../editor/editor-context.ts';
import { usablePins } from '../../../editor/values/pinned-outputs.ts';
import { rememberedInput, rememberInput } from '../../../editor/values/remembered-input.ts';
import { RunForm } from '../../../editor/values/run-form.tsx';
import { sampleValuesQuery } from '../../../editor/values/sample-values.ts';
import { deliveriesQuery, exampleRequest } from '../../../editor/values/webhook-sample.ts';
import { WebhookRequestInput } from '../../../editor/values/webhook-request-input.tsx';
import { componentName } from '../../../editor/draft/component-name.ts';
import { usePicked } from '../../../ui/value-store.ts';
import { ValuesInput } from '../../../editor/values/values-input.tsx';
import { plural } from '../../../ui/plural.ts';

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
                : 'The draft starts at this component. Values below replace earlier outputs.'
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
  const { workflowId, autosave, liveRun, pins } = useEditor();
  const draft = useDraft((state) => state.draft);
  const [isAlone, setIsAlone] = useState(false);
  const pinned = usablePins(
    usePicked(pins, (all) => all),
    draft.components,
    component.id,
  );
  const pinCount = Object.keys(pinned.pinnedOutputs ?? {}).length;
  const fields = sendablePlaceholders(draft, component.id);
  const isWebhook = receivesRequests(component.type) && component.output !== undefined;
  const remembered = rememberedInput(workflowId, component.id);
  const samples = useQuery({ ...sampleValuesQuery(workflowId), enabled: remembered === null && !isWebhook });
  const deliveries = useQuery({ ...deliveriesQuery(workflowId, component), enabled: remembered === null && isWebhook });
  // The form starts with the first values and ignores later ones, so that it does not change while somebody types.
  if ((samples.isLoading || deliveries.isLoading) && remembered === null) return null;
  const output = component.output ?? '';
  const initial =
    remembered ??
    (isWebhook
      ? { [output]: deliveries.data?.[0]?.request ?? exampleRequest(workflowId) }
      : startValues(fields, samples.data ?? {}));

  return (
    <RunForm
      request={{
        workflowId,
        componentId: component.id,
        mode: 'TEST',
        ...(isAlone ? { onlyThisComponent: true } : pinned),
      }}
      initialValues={initial}
      prepare={async (values) => {
        rememberInput(workflowId, component.id, values);
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
          {isWebhook ? (
            <WebhookRequestInput
              workflowId={workflowId}
              component={component}
              value={typeof values[output] === 'string' ? values[output] : undefined}
              onChange={(request) => onChange(request === undefined ? {} : { [output]: request })}
            />
          ) : (
            <ValuesInput fields={fields} values={values} onChange={onChange} />
          )}
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

/** Values of the last session for the fields, as callers send them: keys dotted (spec §2.2 rule 6). */
function startValues(fields: readonly Field[], values: JsonObject, prefix = ''): JsonObject {
  return Object.assign(
    {},
    ...fields.map(({ key, type, fields: own }): JsonObject => {
      const value: Json | undefined = values[key];
      if (value === undefined || value === null) return {};
      if (type !== 'OBJECT') return { [prefix + key]: value };
      return typeof value === 'object' && !Array.isArray(value)
        ? startValues(own ?? [], value, `${prefix}${key}.`)
        : {};
    }),
  ) as JsonObject;
}
