import { describeManifest, type Manifest } from '@workflow/component-kit';
import { installComponentTypes, versionsOf } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import type { Schemas } from '@workflow/api-types';
import { api, dataOf } from './client.ts';

type ComponentType = Schemas['ComponentType'];
export type LeftOutPackage = Schemas['LeftOutPackage'];

/** Descriptions of component types from packages, in every version, as the service checked them. */
interface PackageTypes {
  types: readonly ComponentType[];
  leftOut: readonly LeftOutPackage[];
}

let known: PackageTypes = { types: [], leftOut: [] };
let loading: Promise<void> | null = null;

/**
 * Adds the component types that packages describe, before anything that shows components. A page without them is better
 * than none: when they cannot be read, it shows the service's own, and the next page tries again.
 */
export function loadComponentTypes(): Promise<void> {
  loading ??= readTypes().catch(() => {
    loading = null;
  });
  return loading;
}

async function readTypes(): Promise<void> {
  const { items, olderVersions, leftOut } = await dataOf(api.GET('/v1/component-types'));
  const types = [...items, ...olderVersions].filter((one) => one.package !== null);
  known = { types, leftOut };
  installComponentTypes(types.map((one) => describeManifest(one.manifest as unknown as Manifest, one.version)));
}

/** Packages whose types cannot be used, and why. */
export function leftOutPackages(): readonly LeftOutPackage[] {
  return known.leftOut;
}

/** The SVG of a package's type; null if the type is the service's own, or unknown. */
export function packageIcon(type: string): string | null {
  const found = known.types.find((one) => one.type === type);
  return found === undefined ? null : String(found.manifest?.['icon'] ?? '');
}

/** Returns the package of a component's type and its installed versions; null for a built-in type. */
export function packageOf({ type, version }: Component): { name: string; docs: string; versions: string[] } | null {
  const found = known.types.find((one) => one.type === type && (version === undefined || one.version === version));
  const any = found ?? known.types.find((one) => one.type === type);
  return any === undefined ? null : { name: any.package ?? '', docs: found?.docs ?? '', versions: versionsOf(type) };
}
