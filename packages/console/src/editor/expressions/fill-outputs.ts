import { findComponentType } from '@workflow/components/descriptors';
import {
  type Component,
  type Definition,
  graphOf,
  type Json,
  type JsonObject,
  topologicalOrder,
} from '@workflow/workflow-model';
import { evaluateText } from './preview-expression.ts';

/**
 * The sample values with the outputs of components that a preview can compute and that had no step in the sample's
 * session: they are computed here, so that what was just added can be used before the workflow runs again.
 */
export async function fillOutputs(draft: Definition, values: JsonObject): Promise<JsonObject> {
  const filled = { ...values };
  const components = new Map(draft.components.map((component) => [component.id, component]));
  for (const id of topologicalOrder(graphOf(draft)) ?? []) {
    const component = components.get(id);
    if (component?.output === undefined || component.output in filled) continue;
    // A component that cannot be computed has no value in previews either.
    const value = await outputOf(component, filled).catch(() => undefined);
    if (value !== undefined) filled[component.output] = value;
  }
  return filled;
}

async function outputOf(component: Component, values: JsonObject): Promise<Json | undefined> {
  const { config } = component;
  const descriptor = findComponentType(component);
  const preview = descriptor?.preview ?? null;
  if (descriptor === undefined || preview === null) return undefined;
  const site = descriptor.templates(config).find(({ pointer }) => pointer === `/${preview.property}`);
  const value = await evaluateText(site?.kind ?? 'template', site?.text ?? '', values);
  return preview.parsesJson && typeof value === 'string' ? (JSON.parse(value) as Json) : value;
}
