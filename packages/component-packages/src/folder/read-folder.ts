import { createHash } from 'node:crypto';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checked } from '@workflow/workflow-model';

const MAX_FILES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_DEPTH = 16;

export interface PackageFolder {
  /** The SHA-256 in hex over the paths and contents of all files. */
  digest: string;
  files: number;
  bytes: number;
}

interface FoundFile {
  path: string;
  bytes: number;
}

/** The folder breaks a rule for the folder of a package. */
class FolderRefused extends Error {}

/**
 * Reads every file of a package's folder. A component process may read this folder, and Node.js follows links that lead
 * out of it. Links are therefore refused: no symbolic link, no second name of another file, no device, pipe or socket.
 *
 * @returns its digest, or the rule that it breaks. Rejects with the error of the file system when it cannot be read.
 */
export async function readPackageFolder(folder: string): Promise<Checked<PackageFolder>> {
  try {
    if (!(await lstat(folder)).isDirectory()) throw new FolderRefused('it is not a folder');
    const found: FoundFile[] = [];
    await collect(folder, '', 1, found);
    found.sort((a, b) => (a.path < b.path ? -1 : 1));
    const hash = createHash('sha256');
    for (const { path, bytes } of found) {
      hash.update(`${path}\0${bytes}\0`);
      hash.update(await readFile(join(folder, path)));
    }
    const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
    return { ok: true, value: { digest: hash.digest('hex'), files: found.length, bytes } };
  } catch (error) {
    if (error instanceof FolderRefused) return { ok: false, problems: [error.message] };
    throw error;
  }
}

async function collect(folder: string, below: string, depth: number, found: FoundFile[]): Promise<void> {
  if (depth > MAX_DEPTH) throw new FolderRefused(`${below} is more than ${MAX_DEPTH} folders deep`);
  for (const name of await readdir(join(folder, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    const stats = await lstat(join(folder, path));
    if (stats.isDirectory()) await collect(folder, path, depth + 1, found);
    else found.push(checkedFile(path, stats, found));
  }
}

function checkedFile(
  path: string,
  stats: { isFile(): boolean; isSymbolicLink(): boolean; nlink: number; size: number },
  found: FoundFile[],
): FoundFile {
  if (stats.isSymbolicLink()) throw new FolderRefused(`${path} is a symbolic link`);
  if (!stats.isFile()) throw new FolderRefused(`${path} is not an ordinary file`);
  if (stats.nlink > 1) throw new FolderRefused(`${path} is a hard link to another file`);
  if (found.length >= MAX_FILES) throw new FolderRefused(`it has more than ${MAX_FILES} files`);
  const bytes = found.reduce((sum, file) => sum + file.bytes, stats.size);
  if (bytes > MAX_BYTES) throw new FolderRefused(`it has more than ${MAX_BYTES} bytes`);
  return { path, bytes: stats.size };
}
