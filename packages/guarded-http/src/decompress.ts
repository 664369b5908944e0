import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzip,
  inflate,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
} from 'node:zlib';

interface Decompressor {
  whole(data: Buffer, options: { maxOutputLength: number }): Promise<Buffer>;
  stream(): Gunzip | Inflate | BrotliDecompress;
}

const GZIP: Decompressor = { whole: promisify(gunzip), stream: createGunzip };
const DECOMPRESSORS: Record<string, Decompressor> = {
  gzip: GZIP,
  'x-gzip': GZIP,
  deflate: { whole: promisify(inflate), stream: createInflate },
  br: { whole: promisify(brotliDecompress), stream: createBrotliDecompress },
};

type ContentEncoding = string | string[] | undefined;

/** Answers come uncompressed unless the workflow asks otherwise; a small one may unpack to a huge one. */
export async function decompress(data: Buffer, encoding: ContentEncoding, maxOutputLength: number): Promise<Buffer> {
  const unpack = decompressorOf(encoding);
  return unpack === undefined || data.length === 0 ? data : unpack.whole(data, { maxOutputLength });
}

/** The same while the bytes come; whoever reads them has a limit. */
export function decompressed(body: Readable, encoding: ContentEncoding): AsyncIterable<Buffer> {
  const unpack = decompressorOf(encoding);
  // A failure of either reaches whoever reads the last one.
  return unpack === undefined ? body : pipeline(body, unpack.stream(), () => undefined);
}

function decompressorOf(encoding: ContentEncoding): Decompressor | undefined {
  return DECOMPRESSORS[String(encoding ?? '').toLowerCase()];
}
