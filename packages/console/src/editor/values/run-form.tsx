import { Alert, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Field, JsonObject } from '@workflow/workflow-model';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useRun, type RunRequest } from '../../api/queries/sessions.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useSubmitKey } from '../../ui/use-submit-key.ts';
import { missingValues } from './missing-values.ts';
import classes from './run-form.module.css';

/** A field whose text is not JSON and so cannot be sent. */
const UNREAD = '[data-unread]';
/** An input of a required field without a value. */
const MISSING = '[data-missing] :is(input:not([type=file]), textarea, button)';
const NO_VALUES: JsonObject = {};

interface RunFormProps {
  request: Omit<RunRequest, 'placeholderValues'>;
  initialValues?: JsonObject;
  /** The fields of the start; no session starts without those that are required. */
  startFields: readonly Field[];
  /** The inputs of the values. */
  children: (values: JsonObject, onChange: (values: JsonObject) => void) => ReactNode;
  /** Runs before the session starts; if it fails, no session starts. */
  prepare?: (values: JsonObject) => Promise<void>;
  onStarted: (sessionId: string) => void;
  onCancel: () => void;
}

/** Asks for the values of a run and starts it; an error is shown next to the values. */
export function RunForm({
  request,
  initialValues = NO_VALUES,
  startFields,
  children,
  prepare,
  onStarted,
  onCancel,
}: RunFormProps) {
  const [values, setValues] = useState(initialValues);
  const [wasTried, setWasTried] = useState(false);
  const missing = missingValues(startFields, values);
  const form = useRef<HTMLFormElement>(null);
  useSubmitKey(useCallback(() => form.current?.requestSubmit(), []));
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
      ref={form}
      data-tried={wasTried || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        const unread = event.currentTarget.querySelector<HTMLElement>(UNREAD);
        if (unread) unread.focus();
        else if (missing.length === 0) start.mutate();
        else {
          setWasTried(true);
          event.currentTarget.querySelector<HTMLElement>(MISSING)?.focus();
        }
      }}
    >
      <Stack>
        {children(values, setValues)}
        {missing.length > 0 && (
          <Alert color={wasTried ? 'red' : 'yellow'} variant="light" p="xs" role={wasTried ? 'alert' : 'status'}>
            Required and empty: {missing.join(', ')}.
            {wasTried && ' Fill in these fields, or use JSON to send an empty text or list.'}
          </Alert>
        )}
        {start.isError && <ErrorNotice error={start.error} />}
        <div className={classes.buttons}>
          <FormButtons submitLabel="Run" loading={start.isPending} onCancel={onCancel} />
        </div>
      </Stack>
    </form>
  );
}
