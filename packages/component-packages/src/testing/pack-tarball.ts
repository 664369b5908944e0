import { gzipSync } from 'node:zlib';

/** An entry of a tar archive. It is a file unless `kind` is set. */
export interface TarEntry {
  path: string;
  text?: string;
  /** `5` is a folder, `2` a symbolic link, `1` a hard link. */
  kind?: string;
  link?: string;
}

/** Returns a gzipped tar archive (ustar). */
export function packEntries(entries: readonly TarEntry[]): Buffer {
  return gzipSync(Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(1_024)]));
}

/** Returns the tarball of an npm package with these files. */
export function packTarball(files: Record<string, string>): Buffer {
  return packEntries(Object.entries(files).map(([name, text]) => ({ path: `package/${name}`, text })));
}

function blocksOf({ path, text = '', kind = '0', link = '' }: TarEntry): Buffer[] {
  const content = Buffer.from(text);
  const header = Buffer.alloc(512);
  header.write(path, 0, 100);
  header.write('0000644\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write(kind, 156);
  header.write(link, 157, 100);
  header.write('ustar\0', 257);
  header.write('00', 263);
  header.write(' '.repeat(8), 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}
