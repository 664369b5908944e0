import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { outputFolder, ROOT, type Bundle } from './bundles.ts';

/**
 * Files that a bundle depends on in addition to its own sources: the versions of the packages, and the code that makes
 * bundles.
 */
const OTHER_SOURCES = ['pnpm-lock.yaml', 'packages/service-bundles/src/**/*.ts'];
const RECORD = '.built-from.json';

interface BuiltFrom {
  /** Paths from the root of all sources in the bundle. */
  sources: string[];
  hash: string;
}

/** Returns true when a bundle is missing, or when a file that it was made from has changed. */
export function isStale(bundle: Bundle): boolean {
  const file = join(outputFolder(bundle), RECORD);
  if (![file, ...Object.values(bundle.startedAt ?? {})].every((each) => existsSync(each))) return true;
  const { sources, hash } = JSON.parse(readFileSync(file, 'utf8')) as BuiltFrom;
  return hashOf(sources, bundle) !== hash;
}

/**
 * Records the files that a bundle was made from. It is the last step, so that a bundle whose writing failed is made
 * again.
 * @param files absolute paths of its sources
 * @param startedAt when bundling began: a bundle with a file that changed later remains stale
 */
export function noteBuiltFrom(bundle: Bundle, files: readonly string[], startedAt: number): void {
  const sources = files.map((file) => relative(ROOT, file)).toSorted();
  const changed = files.some((file) => statSync(file).mtimeMs > startedAt);
  const record: BuiltFrom = { sources, hash: changed ? '' : hashOf(sources, bundle) };
  writeFileSync(join(outputFolder(bundle), RECORD), JSON.stringify(record));
}

/** Hashes contents instead of times, because a checkout changes the times of files that are the same. */
function hashOf(sources: readonly string[], { entries, startedAt }: Bundle): string {
  const hash = createHash('sha256').update(JSON.stringify([entries, startedAt]));
  for (const file of [...globSync(OTHER_SOURCES, { cwd: ROOT }).toSorted(), ...sources]) {
    const path = join(ROOT, file);
    hash.update(`${file}\0`).update(existsSync(path) ? readFileSync(path) : 'missing');
  }
  return hash.digest('hex');
}
