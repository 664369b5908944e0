import { gzipSync } from 'node:zlib';

/** A file of a package by its path within it. */
export interface PackedFile {
  path: string;
  content: Buffer;
  isProgram: boolean;
}

const BLOCK = 512;

/** Returns a package as npm installs it: a compressed tar archive (POSIX.1-1988, ustar) with files in `package/`. */
export function tarball(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ path, content, isProgram }) => [
    headerOf(`package/${path}`, content.length, isProgram),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** Writes the header. Owner and time are the same in every build, so that the same sources give the same bytes. */
function headerOf(name: string, size: number, isProgram: boolean): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for a tar archive`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const fields: [text: string, at: number][] = [
    [name, 0],
    [octal(isProgram ? 0o755 : 0o644, 8), 100],
    [octal(0, 8), 108],
    [octal(0, 8), 116],
    [octal(size, 12), 124],
    [octal(0, 12), 136],
    // The checksum is computed with spaces in its place.
    ['        ', 148],
    ['0', 156],
    ['ustar\0', 257],
    ['00', 263],
  ];
  for (const [text, at] of fields) header.write(text, at, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
}
