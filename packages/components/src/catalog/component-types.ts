import type { ComponentDescriptor } from '@workflow/component-kit';
import type { Component, Definition, StoredForTrigger } from '@workflow/workflow-model';
import { DESCRIPTORS } from '../generated/descriptors.ts';
import { compareVersions } from './compare-versions.ts';
import { COMPONENT_TYPE_NAMES, type ComponentTypeName } from '../types.ts';

/** Every type of ours, in the order a palette shows them. */
export const COMPONENT_TYPES: readonly ComponentDescriptor[] = COMPONENT_TYPE_NAMES.map((name) => DESCRIPTORS[name]);

/** The types of packages that are installed, by type, the newest version first. */
let installed: ReadonlyMap<string, readonly ComponentDescriptor[]> = new Map();
let generation = 0;

/**
 * Adds the types that packages describe, in place of those that were added before. Like the modules of our own types
 * they are of the process, which reads them before it takes work; a type of ours is never replaced.
 *
 * @param descriptors each with the version of its package
 */
export function installComponentTypes(descriptors: readonly ComponentDescriptor[]): void {
  const byType = new Map<string, ComponentDescriptor[]>();
  for (const descriptor of descriptors) {
    if (Object.hasOwn(DESCRIPTORS, descriptor.type)) continue;
    byType.set(descriptor.type, [...(byType.get(descriptor.type) ?? []), descriptor]);
  }
  for (const versions of byType.values()) versions.sort((a, b) => compareVersions(b.version, a.version));
  installed = byType;
  generation += 1;
}

/** Changes when types are installed: what was found out with the types before may be wrong. */
export function typesGeneration(): number {
  return generation;
}

/** Every type that a palette shows: our own, and of each one that packages describe the newest version. */
export function componentTypes(): readonly ComponentDescriptor[] {
  return [...COMPONENT_TYPES, ...[...installed.values()].flatMap(([newest]) => newest ?? [])];
}

/** A component's type, and the version of the package that it is pinned to; without one the newest that there is. */
type TypeOf = Pick<Component, 'type' | 'version'>;

/**
 * The descriptor of a component's type; undefined when there is none, or not in that version. Our own types have one
 * version, that of the service.
 */
export function findComponentType({ type, version }: TypeOf): ComponentDescriptor | undefined {
  const own = Object.hasOwn(DESCRIPTORS, type) ? DESCRIPTORS[type as ComponentTypeName] : undefined;
  if (own !== undefined) return version === undefined || version === own.version ? own : undefined;
  const versions = installed.get(type);
  return version === undefined ? versions?.[0] : versions?.find((one) => one.version === version);
}

/** The versions in which a type can run, the newest first; none when there is no such type. */
export function versionsOf(type: string): string[] {
  const own = findComponentType({ type });
  return (installed.get(type) ?? (own === undefined ? [] : [own])).map(({ version }) => version);
}

/** The definition with its components of packages pinned to the newest version, where their author named none. */
export function pinVersions(definition: Definition): Definition {
  const components = definition.components.map((component) => {
    const newest = component.version === undefined ? installed.get(component.type)?.[0] : undefined;
    return newest === undefined ? component : { ...component, version: newest.version };
  });
  return { ...definition, components };
}

/** Whether components of the type output a received HTTP request as one JSON text. */
export function receivesRequests(type: string): boolean {
  return findComponentType({ type })?.trigger?.takes === 'request';
}

/** Whether the service keeps it for components of the type. */
export function isStoredFor(type: string, kept: StoredForTrigger): boolean {
  return findComponentType({ type })?.trigger?.keeps.includes(kept) === true;
}

/** Components that ask, by `<kind> <name>`, as templates name them for their address; null: two bear that name. */
export function askersOf({ components }: Pick<Definition, 'components'>): Map<string, string | null> {
  const askers = new Map<string, string | null>();
  for (const component of components) {
    const kind = findComponentType(component)?.asks ?? null;
    if (kind === null) continue;
    const key = `${kind} ${component.name || component.type}`;
    askers.set(key, askers.has(key) ? null : component.id);
  }
  return askers;
}
