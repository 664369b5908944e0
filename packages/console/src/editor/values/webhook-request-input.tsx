import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isJsonObject, type Component, type JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { parseKeepingDigits } from './exact-json.ts';
import classes from './placeholder-input.module.css';
import { deliveriesQuery, exampleRequest } from './webhook-sample.ts';
import { formatDateTime } from '../../ui/format-time.ts';

interface WebhookRequestInputProps {
  workflowId: string;
  component: Component;
  /** The whole request as one JSON text; undefined before there is one. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** The request of a test: its body as JSON, and one of the last deliveries to start from. */
export function WebhookRequestInput({ workflowId, component, value, onChange }: WebhookRequestInputProps) {
  const deliveries = useQuery(deliveriesQuery(workflowId, component));
  const request = parseRequest(value) ?? parseRequest(exampleRequest(workflowId)) ?? {};
  const [typed, setTyped] = useState<{ text: string; error: string | null } | null>(null);

  function choose(sessionId: string) {
    const chosen = deliveries.data?.find((delivery) => delivery.sessionId === sessionId);
    setTyped(null);
    onChange(chosen?.request ?? exampleRequest(workflowId));
  }
  function change(text: string) {
    try {
      onChange(JSON.stringify({ ...request, body: parseKeepingDigits(text) }));
      setTyped({ text, error: null });
    } catch (failure) {
      onChange(undefined);
      setTyped({ text, error: `Not valid JSON: ${(failure as Error).message}` });
    }
  }

  return (
    <Stack gap="sm">
      <NativeSelect
        label="Start with"
        data={[
          { value: '', label: 'Example request' },
          ...(deliveries.data ?? []).map(({ sessionId, receivedAt }) => ({
            value: sessionId,
            label: `Delivery of ${formatDateTime(receivedAt)}`,
          })),
        ]}
        value={deliveries.data?.find((delivery) => delivery.request === value)?.sessionId ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <Textarea
        label="Body"
        description={
          'JSON that the sender posts. Later components read the request as the placeholder ' +
          `“${component.output ?? 'text'}”.`
        }
        autosize
        minRows={6}
        maxRows={16}
        classNames={{ input: classes.code ?? '' }}
        value={typed?.text ?? JSON.stringify(request['body'] ?? null, null, 2)}
        error={typed?.error}
        data-unread={typed?.error ? true : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Stack>
  );
}

function parseRequest(text: string | undefined): JsonObject | null {
  try {
    const value = parseKeepingDigits(text ?? '');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
