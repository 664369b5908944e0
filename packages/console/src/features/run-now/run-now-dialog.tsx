import '@mantine/core/styles/Combobox.layer.css';
import { Modal, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { sendablePlaceholders, soleTrigger } from '@workflow/components/descriptors';
import type { Component, Definition } from '@workflow/workflow-model';
import { useState } from 'react';
import { remember } from '../../api/browser-memory.ts';
import { usePublishedVersion } from '../../api/queries/use-published-version.ts';
import { componentName } from '../../editor/draft/component-name.ts';
import { isTrigger } from '../../editor/draft/connection-rules.ts';
import { StartInput } from '../../editor/triggers/start-input.tsx';
import { declaredFields } from '../../editor/values/declared-fields.ts';
import { RunForm } from '../../editor/values/run-form.tsx';
import { ValuesInput } from '../../editor/values/values-input.tsx';
import { withoutSensitive } from '../../editor/values/without-sensitive.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useOpenSession } from '../sessions/session-link.tsx';
import { lastRunQuery } from './last-run.ts';

interface RunNowDialogProps {
  workflowId: string;
  onClose: () => void;
}

/** Runs the published version from one of its triggers, with the values of last time filled in. */
export function RunNowDialog({ workflowId, onClose }: RunNowDialogProps) {
  const { number, definition, isUnpublished, failed } = usePublishedVersion(workflowId);
  return (
    <Modal opened onClose={onClose} title={number === null ? 'Run now' : `Run version ${number} now`} size="lg">
      {failed && <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />}
      {isUnpublished && (
        <EmptyState
          title="Not published"
          text="Publish the workflow to run it in production. Use Test run for the draft."
        />
      )}
      {definition && <RunVersion workflowId={workflowId} definition={definition} onClose={onClose} />}
    </Modal>
  );
}

function RunVersion({ workflowId, definition, onClose }: RunNowDialogProps & { definition: Definition }) {
  const triggers = definition.components.filter((one) => one.disabled !== true && isTrigger(one));
  const [startId, setStartId] = useState(() => (soleTrigger(definition) ?? triggers[0])?.id);
  const component = triggers.find(({ id }) => id === startId);
  if (component === undefined)
    return <EmptyState title="No trigger" text="A run starts at a trigger. Add one and publish again." />;
  return (
    <Stack>
      {triggers.length > 1 && (
        <NativeSelect
          label="Start from"
          value={startId}
          onChange={(event) => setStartId(event.currentTarget.value)}
          data={triggers.map((one) => ({ value: one.id, label: componentName(one) }))}
        />
      )}
      <RunFrom
        key={component.id}
        workflowId={workflowId}
        definition={definition}
        component={component}
        onClose={onClose}
      />
    </Stack>
  );
}

interface RunFromProps extends RunNowDialogProps {
  definition: Definition;
  component: Component;
}

function RunFrom({ workflowId, definition, component, onClose }: RunFromProps) {
  const openSession = useOpenSession();
  const fields = sendablePlaceholders(definition, component.id);
  const startFields = declaredFields(component);
  const last = useQuery(lastRunQuery({ workflowId, component, fields }));
  if (last.isLoading) return null;
  return (
    <RunForm
      request={{ workflowId, componentId: component.id, mode: 'PROD' }}
      initialValues={last.data ?? {}}
      startFields={startFields}
      prepare={async (values) =>
        remember('run-input', `${workflowId}:${component.id}`, withoutSensitive(fields, values))
      }
      onStarted={(sessionId) => {
        onClose();
        openSession(sessionId);
      }}
      onCancel={onClose}
    >
      {(values, onChange) => (
        <StartInput workflowId={workflowId} component={component} values={values} onChange={onChange}>
          <ValuesInput fields={fields} startFields={startFields} values={values} onChange={onChange} />
        </StartInput>
      )}
    </RunForm>
  );
}
