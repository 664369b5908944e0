import { previewOutput } from '@workflow/component-kit/preview';
import type { ComponentDescriptor } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import { findPreview } from '@workflow/components/previews';
import {
  type Component,
  type Definition,
  graphOf,
  type Json,
  type JsonObject,
  topologicalOrder,
} from '@workflow/workflow-model';

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
    const descriptor = findComponentType(component);
    if (descriptor === undefined) continue;
    // A component that fails has no value in previews either.
    const value = await outputOf(descriptor, component, filled).catch(() => undefined);
    if (value !== undefined) filled[component.output] = value;
  }
  return filled;
}

/** Fills outputs by the component's type, or by its own preview. */
async function outputOf(
  descriptor: ComponentDescriptor,
  component: Component,
  values: JsonObject,
): Promise<Json | undefined> {
  const compute = await findPreview(component.type);
  return compute === null ? previewOutput(descriptor, component, values) : compute(component.config, values);
}
