import type { PackageId } from '../record/package-id.ts';
import type { UnpackedFile } from './unpack-tarball.ts';

interface PackageJson {
  name?: unknown;
  version?: unknown;
  type?: unknown;
  dependencies?: unknown;
}

/** What keeps the files of a package from being those of a component, beside what it will say of itself. */
export function checkPackageFiles({ name, version }: PackageId, files: readonly UnpackedFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const missing = ['package.json', 'descriptor.js', 'run.js', 'docs.md', 'example.json', 'icon.svg'].filter(
    (path) => !paths.has(path),
  );
  if (missing.length > 0) return missing.map((path) => `${path} is missing`);
  const json = parsed(files.find(({ path }) => path === 'package.json')!.content);
  if (json === null) return ['package.json is no JSON object'];
  const absent = Object.keys((json.dependencies ?? {}) as object).filter(
    (dependency) => !paths.has(`node_modules/${dependency}/package.json`),
  );
  return [
    ...(json.name === name && json.version === version ? [] : [`package.json is not that of ${name}@${version}`]),
    ...(json.type === 'module' ? [] : ['package.json must say "type": "module"']),
    ...absent.map((dependency) => `its dependency ${dependency} is not inside: bundle it`),
  ];
}

function parsed(content: Buffer): PackageJson | null {
  try {
    const value: unknown = JSON.parse(content.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
