import { join } from 'node:path';

/** A package in one exact version. */
export interface PackageId {
  name: string;
  version: string;
}

/** Names that the npm registry allows today, with a scope or without. */
const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const VERSION = /^\d{1,15}\.\d{1,15}\.\d{1,15}(?:-[0-9A-Za-z.-]{1,40})?$/;
const MAX_NAME_LENGTH = 214;

export function isPackageName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && NAME.test(name);
}

export function isExactVersion(version: string): boolean {
  return VERSION.test(version);
}

/** Returns the package that `<name>@<version>` names. Returns null when the text names none in an exact version. */
export function parsePackageId(text: string): PackageId | null {
  const at = text.lastIndexOf('@');
  const [name, version] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && isPackageName(name) && isExactVersion(version) ? { name, version } : null;
}

/** Returns `<name>@<version>`, as used in messages and in the folder of components. */
export function packageIdText({ name, version }: PackageId): string {
  return `${name}@${version}`;
}

/** Returns the folder of the package's files. A scoped package is in a folder with the name of the scope. */
export function folderOf(directory: string, id: PackageId): string {
  return join(directory, packageIdText(id));
}

/** Returns the path of its manifest, which is next to the folder. */
export function manifestFileOf(directory: string, id: PackageId): string {
  return `${folderOf(directory, id)}.manifest.json`;
}
