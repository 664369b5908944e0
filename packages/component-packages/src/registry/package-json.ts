import type { PackageId } from '../record/package-id.ts';
import type { UnpackedFile } from './unpack-tarball.ts';
import { isJsonObject } from '@workflow/workflow-model';

interface PackageJson {
  name?: unknown;
  version?: unknown;
  type?: unknown;
  dependencies?: unknown;
}

/** Returns the reasons why the files of a package cannot be those of a component, apart from its own description. */
export function checkPackageFiles({ name, version }: PackageId, files: readonly UnpackedFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const missing = ['package.json', 'descriptor.js', 'run.js', 'docs.md', 'example.json', 'icon.svg'].filter(
    (path) => !paths.has(path),
  );
  if (missing.length > 0) return missing.map((path) => `${path} is missing`);
  const json = parsed(files.find(({ path }) => path === 'package.json')!.content);
  if (json === null) return ['package.json is not a JSON object'];
  const absent = Object.keys((json.dependencies ?? {}) as object).filter(
    (dependency) => !paths.has(`node_modules/${dependency}/package.json`),
  );
  return [
    ...(json.name === name && json.version === version ? [] : [`package.json does not name ${name}@${version}`]),
    ...(json.type === 'module' ? [] : ['package.json must contain "type": "module"']),
    ...absent.map((dependency) => `its dependency ${dependency} is not included: bundle it`),
  ];
}

function parsed(content: Buffer): PackageJson | null {
  try {
    const value: unknown = JSON.parse(content.toString());
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
