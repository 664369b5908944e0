import { Button, Modal, Stack, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { findComponentType } from '@workflow/components/descriptors';
import type { Component, Definition, Json, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useEditor, useSelectedComponent } from '../editor-context.ts';
import { lastInput, sampleValuesQuery } from '../values/sample-values.ts';
import { withFieldsOfSample } from './fields-of-sample.ts';
import classes from './fields.module.css';

interface InferFieldsProps {
  fields: readonly JsonObject[];
  onInferred: (fields: Json) => void;
}

/** Fills in fields from a sample: what the component read in the workflow's last session, or pasted JSON. */
export function InferFields({ fields, onInferred }: InferFieldsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconSparkles size={13} />}
        onClick={() => setOpen(true)}
      >
        Infer fields from a sample…
      </Button>
      {open && (
        <InferDialog
          onClose={() => setOpen(false)}
          onSample={(sample) => {
            onInferred(withFieldsOfSample(fields, sample) as unknown[] as Json[]);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function InferDialog({ onClose, onSample }: { onClose: () => void; onSample: (sample: JsonObject) => void }) {
  const { workflowId, store } = useEditor();
  const component = useSelectedComponent();
  const samples = useQuery(sampleValuesQuery(workflowId));
  const last = useQuery({
    queryKey: ['sample-of', component?.id, component?.config, samples.dataUpdatedAt],
    enabled: component !== null && samples.data !== undefined && samples.data !== null,
    retry: false,
    gcTime: 10_000,
    queryFn: async () =>
      component !== null && findComponentType(component)?.isTrigger === true
        ? textOf(await lastInput(workflowId, component.id))
        : sampleText(component as Component, store.getState().draft, samples.data as JsonObject),
  });
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const text = typed ?? last.data ?? '';

  function submit() {
    const sample = parseObject(text);
    if (typeof sample === 'string') setError(sample);
    else onSample(sample);
  }

  return (
    <Modal opened onClose={onClose} title="Infer fields from a sample" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <Stack>
          <Textarea
            label="Sample"
            description={last.data ? 'From the last session. Edit it, or paste another one.' : 'Paste a JSON object.'}
            autosize
            minRows={6}
            maxRows={18}
            classNames={{ input: classes.code ?? '' }}
            value={text}
            error={error}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setError(null);
            }}
            data-autofocus
          />
          <FormButtons submitLabel="Add fields" loading={false} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

/** The JSON text that a component reads its fields from; null: it reads none. */
async function sampleText(component: Component, draft: Definition, values: JsonObject): Promise<string | null> {
  const descriptor = findComponentType(component);
  const preview = descriptor?.preview;
  if (preview?.parsesJson !== true) return null;
  const read = descriptor?.templates(component.config).find(({ pointer }) => pointer === `/${preview.property}`);
  const { evaluateText } = await import('../expressions/preview-expression.ts');
  const { fillOutputs } = await import('../expressions/fill-outputs.ts');
  const filled = await fillOutputs(draft, values);
  const source = await evaluateText('template', read?.text ?? '', filled);
  const parsed = parseObject(typeof source === 'string' ? source : JSON.stringify(source ?? null));
  return textOf(typeof parsed === 'string' ? null : parsed);
}

function textOf(sample: JsonObject | null): string | null {
  return sample && JSON.stringify(sample, null, 2);
}

/** The object, or why the text is not one. */
function parseObject(text: string): JsonObject | string {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? value
      : 'The sample must be a JSON object, with a field for each value';
  } catch (failure) {
    return `Not valid JSON: ${(failure as Error).message}`;
  }
}
