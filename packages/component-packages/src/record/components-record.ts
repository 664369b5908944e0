import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileSchema } from '@workflow/validation';
import { isExactVersion, isPackageName, type PackageId } from './package-id.ts';

/** A package that `admin components add` added. */
export interface RecordedPackage extends PackageId {
  /** The integrity of its tarball, as the registry states it (`sha512-…`). */
  integrity: string;
  /** The digest of its folder (`readPackageFolder`). */
  filesDigest: string;
  /** The SHA-256 in hex of its manifest's file. */
  manifestDigest: string;
  addedAt: string;
}

const RECORD = 'components.json';
/** The number of packages, counting all versions. The services read each of them when they start. */
export const MAX_PACKAGES = 200;

const digest = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const checkRecord = compileSchema<{ packages: RecordedPackage[] }>(
  {
    type: 'object',
    required: ['packages'],
    additionalProperties: false,
    properties: {
      packages: {
        type: 'array',
        maxItems: MAX_PACKAGES,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['name', 'version', 'integrity', 'filesDigest', 'manifestDigest', 'addedAt'],
          properties: {
            name: { type: 'string' },
            version: { type: 'string' },
            integrity: { type: 'string' },
            filesDigest: digest,
            manifestDigest: digest,
            addedAt: { type: 'string' },
          },
        },
      },
    },
  },
  RECORD,
);

/**
 * Returns the packages that `components.json` names, in the order in which they were added. Returns none when the file
 * does not exist.
 * @throws Error with the problem of the file
 */
export async function readRecord(directory: string): Promise<RecordedPackage[]> {
  const text = await readIfThere(join(directory, RECORD));
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${RECORD} is not JSON`);
  }
  const checked = checkRecord(value);
  if (!checked.ok) throw new Error(checked.problems.join('; '));
  const { packages } = checked.value;
  const wrong = packages.find(({ name, version }) => !isPackageName(name) || !isExactVersion(version));
  if (wrong !== undefined) throw new Error(`${RECORD} names ${wrong.name}@${wrong.version}, which is not a package`);
  return packages;
}

export function writeRecord(directory: string, packages: readonly RecordedPackage[]): Promise<void> {
  return replaceFile(join(directory, RECORD), `${JSON.stringify({ packages }, null, 2)}\n`);
}

/** Writes a file that appears whole or stays unchanged. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const part = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(part, text, { mode: 0o644 });
  await rename(part, path);
}

/** Returns null when the file does not exist. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
