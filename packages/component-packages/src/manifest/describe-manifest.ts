import { defineComponent, type ComponentDescriptor } from '@workflow/component-kit';
import type { Manifest } from './manifest.ts';

/** The descriptor of a type that a package describes, in one version of the package. */
export function describeManifest(manifest: Manifest, version: string): ComponentDescriptor {
  const { docs: _docs, icon: _icon, example: _example, ...definition } = manifest;
  // The pool of component processes ends a call at its limit, from when it begins.
  return { ...defineComponent({ ...definition, limitsOwnTime: true }), version };
}
