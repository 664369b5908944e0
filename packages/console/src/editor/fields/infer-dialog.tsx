import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { NativeSelect, SegmentedControl, Textarea } from '@mantine/core';
import { findComponentType } from '@workflow/components/descriptors';
import { isJsonObject, type Json, type JsonObject } from '@workflow/workflow-model';
import { useState } from 'react';
import { changeComponent } from '../draft/draft-edits.ts';
import { useEditor, useSelectedComponent } from '../editor-context.ts';
import { isRequest, REQUEST_BODY } from '../values/request-shape.ts';
import { fieldsOfSample, withFieldsOfSample } from './fields-of-sample.ts';
import classes from './fields.module.css';
import type { InferFieldsProps } from './infer-fields.tsx';
import { type InferSamples, useInferSamples } from './use-infer-samples.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const LAST_SESSION = '';
const WAYS = [
  { value: 'merge', label: 'Add to the fields' },
  { value: 'replace', label: 'Replace the fields' },
];

/** Asks for the sample and whether its fields are added to those that are there, or take their place. */
export function InferDialog({ fields, pointer, onInferred, onClose }: InferFieldsProps & { onClose: () => void }) {
  const samples = useInferSamples();
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [way, setWay] = useState('merge');
  const [error, setError] = useState<string | null>(null);
  const newest = samples.lastSession === null ? samples.deliveries[0]?.sessionId : LAST_SESSION;
  const from = chosen ?? newest ?? LAST_SESSION;
  const delivery = samples.deliveries.find(({ sessionId }) => sessionId === from);
  const found = delivery?.text ?? (from === LAST_SESSION ? samples.lastSession : null);
  const text = typed ?? found ?? '';
  const sample = parseObject(text);
  const { bodyOf, leadsToBody, fillInBoth } = useBody(sample, samples, pointer);

  function submit() {
    if (!isJsonObject(sample)) {
      setError(sample);
      return;
    }
    const body = bodyOf(sample);
    const inferred = way === 'replace' ? fieldsOfSample(body) : withFieldsOfSample(fields, body);
    const next = inferred as unknown[] as Json[];
    if (leadsToBody) fillInBoth(next);
    else onInferred(next);
    onClose();
  }

  return (
    <FormDialog
      title="Infer fields from a sample"
      size="lg"
      submitLabel={way === 'replace' ? 'Replace fields' : 'Add fields'}
      request={{ isPending: samples.isLoading, error: null }}
      onSubmit={submit}
      onClose={onClose}
    >
      {samples.deliveries.length > 0 && (
        <NativeSelect
          label="Sample from"
          data={optionsOf(samples)}
          value={from}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setTyped(null);
            setError(null);
          }}
        />
      )}
      <Textarea
        label="Sample"
        description={samples.isLoading ? 'Reading the last values…' : hintOf(found !== null, delivery !== undefined)}
        // Text that is typed before the sample arrives would be mixed with it.
        readOnly={samples.isLoading}
        aria-busy={samples.isLoading}
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
      {leadsToBody && (
        <p className={classes.hint} role="status">
          This is the body of the request, so Path becomes {REQUEST_BODY}.
        </p>
      )}
      {fields.length > 0 && (
        <SegmentedControl size="xs" aria-label="Inferred fields" data={WAYS} value={way} onChange={setWay} />
      )}
    </FormDialog>
  );
}

/** How a sample fits what the component reads of a request: all of it, or its body. */
function useBody(sample: JsonObject | string, { trigger }: InferSamples, pointer: string) {
  const { store } = useEditor();
  const component = useSelectedComponent();
  const path = findComponentType({ type: component?.type ?? '' })?.preview?.path ?? null;
  const known = path === null ? '' : (component?.config[path] ?? '');
  return {
    /** A body where the whole request is read: the path has to lead to it. */
    leadsToBody: trigger !== null && path !== null && known === '' && isJsonObject(sample) && !isRequest(sample),
    /** Returns the body of a request that was pasted as a whole where only its body is read. */
    bodyOf(given: JsonObject): JsonObject {
      const { body } = given;
      return known === REQUEST_BODY && isRequest(given) && isJsonObject(body) ? body : given;
    },
    /** Path and fields, in one undo step. */
    fillInBoth(fields: Json[]) {
      const config = { [path ?? '']: REQUEST_BODY, [pointer.split('/').at(-1) ?? '']: fields };
      if (component === null) return;
      store.apply(changeComponent(component.id, (one) => ({ ...one, config: { ...one.config, ...config } })));
    },
  };
}

function optionsOf({ lastSession, deliveries }: InferSamples): { value: string; label: string }[] {
  return [
    ...(lastSession === null ? [] : [{ value: LAST_SESSION, label: 'Last session' }]),
    ...deliveries.map(({ sessionId, receivedAt }) => ({
      value: sessionId,
      label: `Delivery of ${formatDateTime(receivedAt)}`,
    })),
  ];
}

function hintOf(isFound: boolean, isDelivery: boolean): string {
  if (!isFound) return 'Paste a JSON object.';
  return `From the latest ${isDelivery ? 'delivery' : 'session'}. Edit it, or paste another one.`;
}

/** The object, or why the text is not one. */
function parseObject(text: string): JsonObject | string {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : 'The sample must be a JSON object, with a field for each value';
  } catch (failure) {
    return `Not valid JSON: ${(failure as Error).message}`;
  }
}
