import { Button, Modal, Stack, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Component, Definition, Json, JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { FormButtons } from '../../../ui/form-buttons.tsx';
import { useEditor, useSelectedComponent } from '../../editor-context.ts';
import { lastInput, sampleValuesQuery } from '../../run/sample-values.ts';
import { texts } from '../../../texts/component-panel.ts';
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
        {texts.inferFieldsFromASample}
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
    queryKey: ['sample-of', component?.id, component?.config['source'], samples.dataUpdatedAt],
    enabled: component !== null && samples.data !== undefined && samples.data !== null,
    retry: false,
    gcTime: 10_000,
    queryFn: async () =>
      component?.type === 'input'
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
    <Modal opened onClose={onClose} title={texts.inferFieldsTitle} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <Stack>
          <Textarea
            label={texts.sample}
            description={last.data ? texts.fromTheLastSessionEdit : texts.pasteAJsonObject}
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
          <FormButtons submitLabel={texts.addFields} loading={false} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

/** What a Parse JSON component reads, as JSON text. */
async function sampleText(component: Component, draft: Definition, values: JsonObject): Promise<string | null> {
  if (component.type !== 'json-parse') return null;
  const { evaluateText } = await import('../expressions/preview-expression.ts');
  const { fillOutputs } = await import('../expressions/fill-outputs.ts');
  const filled = await fillOutputs(draft, values);
  const source = await evaluateText('template', String(component.config['source'] ?? ''), filled);
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
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : texts.theSampleMustBeA;
  } catch (failure) {
    return texts.notValidJson((failure as Error).message);
  }
}
