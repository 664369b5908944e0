import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { PlaceholderTree } from '../../ui/json-tree.tsx';
import { useDraft, useEditor } from '../editor-context.ts';
import { sampleValuesQuery } from '../values/sample-values.ts';
import { takenBy } from '../triggers/taken-by.ts';
import { deliveriesQuery } from '../values/webhook-sample.ts';
import { FoldingSection } from './folding-section.tsx';
import classes from './placeholder-list.module.css';
import { usePlaceholders } from './placeholder-list.tsx';
import { formatDateTime } from '../../ui/format-time.ts';

const LAST_SESSION = '';

/** Shows the values of a component's placeholders in the last session or a delivery. */
export function SampleSection({ componentId }: { componentId: string }) {
  const { workflowId, store } = useEditor();
  const fields = usePlaceholders(componentId);
  const webhook = useDraft(({ draft }) => draft.components.find(takesRequests));
  const [chosen, setChosen] = useState<string | null>(null);
  const session = useQuery(sampleValuesQuery(workflowId));
  const { data: deliveries = [] } = useQuery({
    ...deliveriesQuery(workflowId, webhook ?? NO_WEBHOOK),
    enabled: webhook !== undefined,
  });
  const sample = chosen ?? (session.data ? LAST_SESSION : (deliveries[0]?.sessionId ?? LAST_SESSION));
  const delivery = deliveries.find(({ sessionId }) => sessionId === sample);
  const values = delivery ? { [webhook?.output ?? '']: delivery.request } : (session.data ?? null);
  const filled = useQuery({
    queryKey: ['sample-fields', workflowId, componentId, sample, session.dataUpdatedAt],
    enabled: values !== null,
    gcTime: 10_000,
    queryFn: async () => (await import('./fill-outputs.ts')).fillOutputs(store.getState().draft, values as JsonObject),
  });
  const known = filled.data ?? {};
  const shown = Object.fromEntries(fields.flatMap(({ key }) => (key in known ? [[key, known[key] ?? null]] : [])));
  if (Object.keys(shown).length === 0) return null;
  return (
    <FoldingSection title="Sample data">
      <p className={classes.none}>Drag a value into an expression, or click into an expression and insert it.</p>
      {deliveries.length > 0 && (
        <NativeSelect
          size="xs"
          mb={8}
          aria-label="Sample from"
          data={[
            ...(session.data ? [{ value: LAST_SESSION, label: 'Last session' }] : []),
            ...deliveries.map(({ sessionId, receivedAt }) => ({
              value: sessionId,
              label: `Delivery of ${formatDateTime(receivedAt)}`,
            })),
          ]}
          value={sample}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <PlaceholderTree label="Sample data" values={shown} />
    </FoldingSection>
  );
}

const NO_WEBHOOK: Component = { id: '', type: '', config: {} };

function takesRequests(component: Component): boolean {
  return takenBy(component) === 'request';
}
