import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeManifest, type ComponentDescriptor, type Manifest } from '@workflow/component-kit';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import { readPackageFolder } from '../folder/read-folder.ts';
import { MAX_PACKAGES, readRecord, type RecordedPackage } from './components-record.ts';
import { readDescribed } from './described-package.ts';
import { folderOf, manifestFileOf, packageIdText, parsePackageId, type PackageId } from './package-id.ts';

/** The characters of all manifests. The catalogue answers with them in one piece. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** A package whose type can be used. */
export interface InstalledPackage extends PackageId {
  folder: string;
  manifest: Manifest;
  descriptor: ComponentDescriptor;
  /** True when `admin components add` added it, false when it was placed there manually. */
  isRecorded: boolean;
}

/** A package whose type cannot be used, with the reason. */
export interface LeftOutPackage extends PackageId {
  reason: string;
}

/** A package that was placed there manually and has not described itself yet. */
interface UndescribedPackage extends PackageId {
  folder: string;
  filesDigest: string;
}

export interface LoadedPackages {
  installed: InstalledPackage[];
  leftOut: LeftOutPackage[];
  undescribed: UndescribedPackage[];
}

type Loaded =
  | { kind: 'installed'; installed: InstalledPackage }
  | { kind: 'left-out'; reason: string }
  | { kind: 'undescribed'; filesDigest: string };

/**
 * Reads every package of a folder of components: those that its record names, then those that were placed there
 * manually. Runs none of their code. A package is left out when it does not match the record, breaks a rule, or has a
 * type that already exists. @throws the error of the file system, or the problem of the record
 */
export async function loadPackages(directory: string): Promise<LoadedPackages> {
  const recorded = await readRecord(directory);
  const ids = new Set(recorded.map(packageIdText));
  const manual = (await findFolders(directory)).filter((id) => !ids.has(packageIdText(id)));
  const loaded: LoadedPackages = { installed: [], leftOut: [], undescribed: [] };
  for (const id of [...recorded, ...manual]) {
    const { name, version } = id;
    const one = await loadOne(directory, id, 'integrity' in id ? (id as RecordedPackage) : null);
    if (one.kind === 'undescribed')
      loaded.undescribed.push({ name, version, folder: folderOf(directory, id), filesDigest: one.filesDigest });
    else {
      const reason = one.kind === 'left-out' ? one.reason : refusalOf(one.installed, loaded);
      if (reason !== null) loaded.leftOut.push({ name, version, reason });
      else if (one.kind === 'installed') loaded.installed.push(one.installed);
    }
  }
  return loaded;
}

async function loadOne(directory: string, id: PackageId, recorded: RecordedPackage | null): Promise<Loaded> {
  const folder = folderOf(directory, id);
  const files = await readPackageFolder(folder).catch((error: unknown) => ({
    ok: false as const,
    problems: [(error as Error).message],
  }));
  if (!files.ok) return leftOut(files.problems.join('; '));
  const { digest } = files.value;
  if (recorded !== null && recorded.filesDigest !== digest) return leftOut('its files changed after it was added');
  const described = await readDescribed(manifestFileOf(directory, id), digest);
  if (described === null)
    return recorded === null ? { kind: 'undescribed', filesDigest: digest } : leftOut('its manifest is missing');
  if (!described.ok) return leftOut(described.problems.join('; '));
  const { manifest, manifestDigest } = described.value;
  if (recorded !== null && recorded.manifestDigest !== manifestDigest)
    return leftOut('its manifest changed after it was added');
  const descriptor = describeManifest(manifest, id.version);
  const { name, version } = id;
  return {
    kind: 'installed',
    installed: { name, version, folder, manifest, descriptor, isRecorded: recorded !== null },
  };
}

function leftOut(reason: string): Loaded {
  return { kind: 'left-out', reason };
}

/** Returns why a package may not have its type next to those of the others. Returns null when it may. */
export function refusalOf(
  { name, version, manifest }: Pick<InstalledPackage, 'name' | 'version' | 'manifest'>,
  { installed }: Pick<LoadedPackages, 'installed'>,
): string | null {
  const { type } = manifest;
  if (COMPONENT_TYPES.some((own) => own.type === type)) return `the type ${type} is a built-in type`;
  const other = installed.find((one) => one.manifest.type === type && one.name !== name);
  if (other !== undefined) return `the type ${type} belongs to the package ${other.name}`;
  const twin = installed.some((one) => one.name === name && one.version === version);
  if (twin) return 'it exists twice';
  if (installed.length >= MAX_PACKAGES) return `there are more than ${MAX_PACKAGES} packages`;
  const characters = [manifest, ...installed.map((one) => one.manifest)].reduce((sum, one) => sum + sizeOf(one), 0);
  return characters > MAX_CHARACTERS ? `all manifests together have more than ${MAX_CHARACTERS} characters` : null;
}

function sizeOf({ docs, icon, configSchema, example }: Manifest): number {
  return docs.length + icon.length + JSON.stringify([configSchema, example]).length;
}

/** Returns everything that looks like a package, in the order of names. */
async function findFolders(directory: string): Promise<PackageId[]> {
  const found: PackageId[] = [];
  for (const name of (await readdir(directory)).sort()) {
    const inside = name.startsWith('@') && !name.includes('@', 1) ? await namesIn(join(directory, name)) : [''];
    for (const own of inside) {
      const id = parsePackageId(own === '' ? name : `${name}/${own}`);
      // A link is found as well, and then refused.
      if (id !== null && !(await lstat(folderOf(directory, id))).isFile()) found.push(id);
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  const isFolder = (await lstat(folder)).isDirectory();
  return isFolder ? (await readdir(folder)).sort() : [];
}
