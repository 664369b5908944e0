import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findComponentType } from '@workflow/components/descriptors';
import { isJsonObject, type Component, type Json, type JsonObject } from '@workflow/workflow-model';
import { useDraft, useEditor, useSelectedComponent } from '../editor-context.ts';
import { requestReadBy } from '../draft/request-before.ts';
import { lastInput, sampleValuesQuery } from '../values/sample-values.ts';
import { deliveriesQuery, type Delivery } from '../values/webhook-sample.ts';

const NO_COMPONENT: Component = { id: '', type: '', config: {} };

/** Samples from which the fields of the selected component can be inferred, newest first. */
export interface InferSamples {
  /** The trigger whose request the component reads; null if it reads something else. */
  trigger: Component | null;
  /** Its sample, as formatted JSON, in the workflow's last session; null if there is none. */
  lastSession: string | null;
  deliveries: readonly (Pick<Delivery, 'sessionId' | 'receivedAt'> & { text: string })[];
  /** True while the samples are read for the first time. */
  isLoading: boolean;
}

export function useInferSamples(): InferSamples {
  const { workflowId, store } = useEditor();
  const component = useSelectedComponent();
  const components = useDraft(({ draft }) => draft.components);
  const trigger = component === null ? null : requestReadBy(component, components);
  const samples = useQuery(sampleValuesQuery(workflowId));
  const received = useQuery({ ...deliveriesQuery(workflowId, trigger ?? NO_COMPONENT), enabled: trigger !== null });
  const read = useQuery({
    queryKey: ['samples-of', component?.id, component?.config, samples.dataUpdatedAt, received.dataUpdatedAt],
    enabled: component !== null && !samples.isLoading && !received.isLoading,
    retry: false,
    gcTime: 10_000,
    // A text that is about to be replaced must not vanish and appear again under the caret.
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const of = component as Component;
      const deliveries = (received.data ?? []).map(async ({ sessionId, receivedAt, request }) => ({
        sessionId,
        receivedAt,
        text: await sampleOf(of, { [trigger?.output ?? '']: request }),
      }));
      return { lastSession: await sampleIn(of, samples.data ?? null), deliveries: await Promise.all(deliveries) };
    },
  });
  return {
    trigger,
    lastSession: read.data?.lastSession ?? null,
    deliveries: read.data?.deliveries.flatMap(({ text, ...one }) => (text === null ? [] : [{ ...one, text }])) ?? [],
    isLoading: component !== null && read.isPending,
  };

  async function sampleIn(of: Component, values: JsonObject | null): Promise<string | null> {
    if (findComponentType(of)?.isTrigger === true) return asText((await lastInput(workflowId, of.id)) ?? undefined);
    if (values === null) return null;
    const { fillOutputs } = await import('../expressions/fill-outputs.ts');
    return sampleOf(of, await fillOutputs(store.getState().draft, values));
  }
}

/** The JSON that the component reads its fields from; null if it reads none, or cannot. */
async function sampleOf(component: Component, values: JsonObject): Promise<string | null> {
  const descriptor = findComponentType(component);
  if (descriptor === undefined) return null;
  const { previewJson } = await import('@workflow/component-kit/preview');
  return asText(await previewJson(descriptor, component, values).catch(() => undefined));
}

function asText(sample: Json | undefined): string | null {
  return isJsonObject(sample) ? JSON.stringify(sample, null, 2) : null;
}
