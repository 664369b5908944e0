import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Parser, type ReadEntry } from 'tar';

/** The unpacked bytes, including the headers of the archive. */
const MAX_UNPACKED_BYTES = 80 * 1024 * 1024;
const MAX_ENTRIES = 5_000;

/** The tarball breaks a rule for tarballs of packages. */
class TarballRefused extends Error {
  override readonly name = 'TarballRefused';
}

/** A file of a package, by its path below the package's folder, with `/` between the parts. */
export interface UnpackedFile {
  path: string;
  content: Buffer;
}

const FILES = new Set(['File', 'OldFile', 'ContiguousFile']);

/**
 * Returns the files of an npm package's tarball, without the folder that contains all of them. Only files and folders
 * are accepted: links, devices, other kinds of entries and paths that lead out of the folder are refused.
 *
 * @throws TarballRefused
 */
export async function unpackTarball(tarball: Buffer): Promise<UnpackedFile[]> {
  const bytes = await promisify(gunzip)(tarball, { maxOutputLength: MAX_UNPACKED_BYTES }).catch((error: unknown) => {
    throw new TarballRefused(`the tarball cannot be unpacked: ${(error as Error).message}`);
  });
  const files = new Map<string, UnpackedFile>();
  let entries = 0;
  await parse(bytes, (entry) => {
    entries += 1;
    if (entries > MAX_ENTRIES) throw new TarballRefused(`the tarball has more than ${MAX_ENTRIES} entries`);
    const path = checkedPath(entry.path);
    if (entry.type === 'Directory') return;
    if (!FILES.has(entry.type)) throw new TarballRefused(`${path} is neither a file nor a folder`);
    if (files.has(path)) throw new TarballRefused(`${path} exists twice`);
    const parts: Buffer[] = [];
    entry.on('data', (part) => parts.push(part));
    entry.on('end', () => files.set(path, { path, content: Buffer.concat(parts) }));
  });
  return [...files.values()];
}

/** Parses an archive, and passes each entry to `read`. The first error of the parser or of `read` ends it. */
function parse(bytes: Buffer, read: (entry: ReadEntry) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = new Parser({
      strict: true,
      onReadEntry: (entry) => {
        try {
          read(entry);
        } catch (error) {
          reject(error as Error);
        }
        entry.resume();
      },
    });
    parser.on('error', (error: Error) => reject(new TarballRefused(`the tarball cannot be read: ${error.message}`)));
    parser.on('end', resolve);
    parser.end(bytes);
  });
}

/** Removes the first folder of a path, whatever its name is. */
function checkedPath(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  const isSound = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0:]/.test(part));
  if (!isSound) throw new TarballRefused(`the tarball has the path ${JSON.stringify(name.slice(0, 200))}`);
  return parts.slice(1).join('/');
}
