import { Stack } from '@mantine/core';
import type { Field, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { useRun, type RunRequest } from '../../api/queries/sessions.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { PlaceholderInputs } from './placeholder-inputs.tsx';

interface RunFormProps {
  request: Omit<RunRequest, 'placeholderValues'>;
  fields: readonly Field[];
  initialValues?: JsonObject;
  /** Done before the session starts; where it fails, none is started. */
  prepare?: () => Promise<void>;
  onStarted: (sessionId: string) => void;
  onCancel: () => void;
}

/** Asks for the values of a run and starts it; an error stays beside the values. */
export function RunForm({ request, fields, initialValues = {}, prepare, onStarted, onCancel }: RunFormProps) {
  const [values, setValues] = useState(initialValues);
  const run = useRun();

  async function start() {
    await prepare?.();
    const { sessionId } = await run.mutateAsync({ ...request, placeholderValues: values });
    onStarted(sessionId);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start().catch(() => undefined);
      }}
    >
      <Stack>
        <PlaceholderInputs fields={fields} values={values} onChange={setValues} />
        {run.isError && <ErrorNotice error={run.error} />}
        <FormButtons submitLabel="Run" loading={run.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
