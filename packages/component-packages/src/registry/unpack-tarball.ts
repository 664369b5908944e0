import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Unpacked, with the headers of the archive. */
const MAX_UNPACKED_BYTES = 80 * 1024 * 1024;
const MAX_ENTRIES = 5_000;
const BLOCK_BYTES = 512;

/** A tarball that a package may not have. */
class TarballRefused extends Error {
  override readonly name = 'TarballRefused';
}

/** A file of a package, by its path below the package's folder, with `/` between the parts. */
export interface UnpackedFile {
  path: string;
  content: Buffer;
}

/** Kinds of entries (POSIX.1-2024, pax interchange format, and the long names of GNU tar). */
const FILES = new Set(['0', '\0']);
const FOLDER = '5';
const HEADER_OF_NEXT = 'x';
const HEADER_OF_ALL = 'g';
const LONG_NAME = 'L';

/**
 * The files of an npm package's tarball, without the folder that all of them lie in. It knows files and folders alone:
 * links, devices and whatever else an archive can hold are refused, as are paths that lead elsewhere.
 * @throws TarballRefused
 */
export async function unpackTarball(tarball: Buffer): Promise<UnpackedFile[]> {
  const bytes = await promisify(gunzip)(tarball, { maxOutputLength: MAX_UNPACKED_BYTES }).catch((error: unknown) => {
    throw new TarballRefused(`the tarball cannot be unpacked: ${(error as Error).message}`);
  });
  const files = new Map<string, UnpackedFile>();
  let nextName: string | null = null;
  for (const { kind, name, content } of entriesOf(bytes)) {
    if (kind === HEADER_OF_NEXT) nextName = paxPath(content) ?? nextName;
    else if (kind === LONG_NAME) nextName = textOf(content);
    else if (kind !== HEADER_OF_ALL) {
      const path = checkedPath(nextName ?? name);
      nextName = null;
      if (kind === FOLDER) continue;
      if (!FILES.has(kind)) throw new TarballRefused(`${path} is neither a file nor a folder`);
      if (files.has(path)) throw new TarballRefused(`${path} is there twice`);
      files.set(path, { path, content });
    }
  }
  return [...files.values()];
}

interface Entry {
  kind: string;
  name: string;
  content: Buffer;
}

function* entriesOf(bytes: Buffer): Generator<Entry> {
  let entries = 0;
  for (let at = 0; at + BLOCK_BYTES <= bytes.length;) {
    const header = bytes.subarray(at, at + BLOCK_BYTES);
    // Two blocks of zeros end an archive.
    if (header.every((byte) => byte === 0)) return;
    entries += 1;
    if (entries > MAX_ENTRIES) throw new TarballRefused(`the tarball has more than ${MAX_ENTRIES} entries`);
    const size = sizeIn(header);
    const content = bytes.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + size);
    if (content.length < size) throw new TarballRefused('the tarball ends within a file');
    yield { kind: String.fromCodePoint(header[156] ?? 0), name: nameIn(header), content };
    at += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
}

function nameIn(header: Buffer): string {
  const name = textOf(header.subarray(0, 100));
  // Of `ustar` archives long paths go on before the name.
  const prefix = header.toString('latin1', 257, 262) === 'ustar' ? textOf(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

function sizeIn(header: Buffer): number {
  const text = textOf(header.subarray(124, 136)).trim();
  if (!/^[0-7]{1,11}$/.test(text)) throw new TarballRefused('a size in the tarball is no number');
  return Number.parseInt(text, 8);
}

function textOf(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

/** The path in the records `<length> <key>=<value>\n` of a pax header; null: it names none. */
function paxPath(content: Buffer): string | null {
  const [, path = null] = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('utf8')) ?? [];
  return path;
}

/** Without the first folder, whatever its name is. */
function checkedPath(name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  const isSound = parts.every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0:]/.test(part));
  if (!isSound) throw new TarballRefused(`the tarball has the path ${JSON.stringify(name.slice(0, 200))}`);
  return parts.slice(1).join('/');
}
