import type { JsonObject } from '@workflow/workflow-model';
import type { ComponentDefinition } from './component-definition.ts';
import type { JsonSchema } from './config-types.ts';
import { defineComponent } from './define-component.ts';
import type { ComponentDescriptor } from './descriptor.ts';

/**
 * How a package of others describes its component type: the data of a descriptor, and the texts beside it. It is an
 * attacker's data until the check of manifests has passed it.
 */
export interface Manifest extends Pick<
  ComponentDefinition,
  'type' | 'title' | 'description' | 'hasEffect' | 'produces' | 'ports' | 'timeoutSeconds' | 'newConfig'
> {
  category: 'data' | 'flow' | 'action';
  configSchema: JsonSchema;
  /** Markdown. */
  docs: string;
  /** SVG, shown as an image alone. */
  icon: string;
  /** A definition with sample values. */
  example: JsonObject;
}

/** The descriptor of a type that a package describes, in one version of the package. */
export function describeManifest(manifest: Manifest, version: string): ComponentDescriptor {
  const { docs: _docs, icon: _icon, example: _example, ...definition } = manifest;
  // The pool of component processes ends a call at its limit, from when it begins.
  return { ...defineComponent({ ...definition, limitsOwnTime: true }), version };
}
