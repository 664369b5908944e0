import { Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { JsonObject } from '@workflow/workflow-model';
import { type ReactNode, useState } from 'react';
import { useRun, type RunRequest } from '../../api/queries/sessions.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import classes from './run-form.module.css';

/** A field whose text is not JSON and so cannot be sent. */
const UNREAD = '[data-unread]';
const NO_VALUES: JsonObject = {};

interface RunFormProps {
  request: Omit<RunRequest, 'placeholderValues'>;
  initialValues?: JsonObject;
  /** The inputs of the values. */
  children: (values: JsonObject, onChange: (values: JsonObject) => void) => ReactNode;
  /** Runs before the session starts; if it fails, no session starts. */
  prepare?: (values: JsonObject) => Promise<void>;
  onStarted: (sessionId: string) => void;
  onCancel: () => void;
}

/** Asks for the values of a run and starts it; an error is shown next to the values. */
export function RunForm({ request, initialValues = NO_VALUES, children, prepare, onStarted, onCancel }: RunFormProps) {
  const [values, setValues] = useState(initialValues);
  const run = useRun();
  const start = useMutation({
    meta: { ownErrors: true },
    mutationFn: async () => {
      await prepare?.(values);
      const { sessionId } = await run.mutateAsync({ ...request, placeholderValues: values });
      onStarted(sessionId);
    },
  });

  return (
    <form
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        const unread = event.currentTarget.querySelector<HTMLElement>(UNREAD);
        if (unread) unread.focus();
        else start.mutate();
      }}
    >
      <Stack>
        {children(values, setValues)}
        {start.isError && <ErrorNotice error={start.error} />}
        <div className={classes.buttons}>
          <FormButtons submitLabel="Run" loading={start.isPending} onCancel={onCancel} />
        </div>
      </Stack>
    </form>
  );
}
