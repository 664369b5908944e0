import type { ComponentDescriptor } from '@workflow/component-kit';
import type { Component, Definition, StoredForTrigger } from '@workflow/workflow-model';
import { DESCRIPTORS } from '../generated/descriptors.ts';
import { compareVersions } from './compare-versions.ts';
import { COMPONENT_TYPE_NAMES, type ComponentTypeName } from '../types.ts';

/** Every built-in type, in the order of the palette. */
export const COMPONENT_TYPES: readonly ComponentDescriptor[] = COMPONENT_TYPE_NAMES.map((name) => DESCRIPTORS[name]);

/** The types of installed packages, the newest version first. */
let installed: ReadonlyMap<string, readonly ComponentDescriptor[]> = new Map();
let generation = 0;

/**
 * Installs the types of packages, and replaces those that were installed before. Like the modules of built-in types
 * they belong to the process, which reads them before it accepts work. A built-in type is never replaced.
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

/** Returns a number that changes when types are installed. Results that depend on the types before are then invalid. */
export function typesGeneration(): number {
  return generation;
}

/** Returns every type of the palette: the built-in ones, and the newest version of each package's. */
export function componentTypes(): readonly ComponentDescriptor[] {
  return [...COMPONENT_TYPES, ...[...installed.values()].flatMap(([newest]) => newest ?? [])];
}

/** The type of a component, and the version that it is pinned to. Default: the newest version. */
type TypeOf = Pick<Component, 'type' | 'version'>;

/**
 * Returns the descriptor of a component's type, or undefined if there is no such type or version. Built-in types have
 * one version, that of the service.
 */
export function findComponentType({ type, version }: TypeOf): ComponentDescriptor | undefined {
  const builtIn = Object.hasOwn(DESCRIPTORS, type) ? DESCRIPTORS[type as ComponentTypeName] : undefined;
  if (builtIn !== undefined) return version === undefined || version === builtIn.version ? builtIn : undefined;
  const versions = installed.get(type);
  return version === undefined ? versions?.[0] : versions?.find((one) => one.version === version);
}

/** Returns the versions of a type, the newest first. An unknown type has none. */
export function versionsOf(type: string): string[] {
  const builtIn = findComponentType({ type });
  return (installed.get(type) ?? (builtIn === undefined ? [] : [builtIn])).map(({ version }) => version);
}

/** Pins components of packages to the newest version, unless their author chose one. */
export function pinVersions(definition: Definition): Definition {
  const components = definition.components.map((component) => {
    const newest = component.version === undefined ? installed.get(component.type)?.[0] : undefined;
    return newest === undefined ? component : { ...component, version: newest.version };
  });
  return { ...definition, components };
}

/** Returns true if components of the type output a received HTTP request as JSON text. */
export function receivesRequests(type: string): boolean {
  return findComponentType({ type })?.trigger?.takes === 'request';
}

/** Returns true if the service stores this record for components of the type. */
export function isStoredFor(type: string, record: StoredForTrigger): boolean {
  return findComponentType({ type })?.trigger?.keeps.includes(record) === true;
}

/**
 * Returns the components that ask, by `<kind> <name>`, as templates name them for their URL; null if two have the name.
 */
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
