import type { JsonObject } from '@workflow/workflow-model';
import type { ComponentDefinition } from './component-definition.ts';
import type { JsonSchema } from './config-types.ts';
import { defineComponent } from './define-component.ts';
import type { ComponentDescriptor } from './descriptor.ts';

/**
 * The description of a component type in a package: the data of a descriptor and its texts. It is untrusted until the
 * check of manifests has passed.
 */
export interface Manifest extends Pick<
  ComponentDefinition,
  'type' | 'title' | 'description' | 'hasEffect' | 'produces' | 'ports' | 'timeoutSeconds' | 'newConfig'
> {
  category: 'data' | 'flow' | 'action';
  configSchema: JsonSchema;
  /** The documentation in Markdown. */
  docs: string;
  /** The icon in SVG, which is only shown as an image. */
  icon: string;
  /** A definition with sample values. */
  example: JsonObject;
}

/** Returns the descriptor of a type in one version of a package. */
export function describeManifest(manifest: Manifest, version: string): ComponentDescriptor {
  const { docs: _docs, icon: _icon, example: _example, ...definition } = manifest;
  // The pool of component processes ends a call at its time limit, measured from its start.
  return { ...defineComponent({ ...definition, limitsOwnTime: true }), version };
}
