import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { addVary } from './add-vary.ts';
import { endInParts } from './end-in-parts.ts';
import { GZIP_LEVEL, MIN_COMPRESSED_BYTES, takesCoding } from './compress-text.ts';

/** The beginning of a page, which many readers share. */
export interface PageHead {
  bytes: Buffer;
  /** The same text as the beginning of a deflate stream (RFC 1951), which ends at a byte. */
  deflated: Buffer;
  crc: number;
}

/** A page to send: a beginning that depends on its version, and a short end for each reader. */
export interface ServedPage {
  head: PageHead;
  end: string;
}

/** RFC 1952 §2.3: deflate, no flags, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const TRAILER_BYTES = 8;

const deflate = promisify(deflateRaw);

/** Compresses the beginning of a page once, in a separate thread, for everyone who reads it. */
export async function makePageHead(text: string): Promise<PageHead> {
  const bytes = Buffer.from(text);
  const options = { level: GZIP_LEVEL, finishFlush: constants.Z_SYNC_FLUSH };
  return { bytes, deflated: await deflate(bytes, options), crc: crc32(bytes) };
}

/** Answers with a page. Its beginning is neither copied nor compressed again. */
export async function answerPage(
  response: ServerResponse,
  status: number,
  { head, end }: ServedPage,
  headers: Record<string, string> = {},
): Promise<void> {
  for (const name in headers) response.setHeader(name, headers[name] as string);
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.statusCode = status;
  const endBytes = Buffer.from(end);
  const length = head.bytes.length + endBytes.length;
  let parts = [head.bytes, endBytes];
  if (length >= MIN_COMPRESSED_BYTES) {
    addVary(response, 'Accept-Encoding');
    if (takesCoding(response.req.headers['accept-encoding'], 'gzip')) {
      response.setHeader('Content-Encoding', 'gzip');
      parts = [GZIP_HEADER, head.deflated, deflateRawSync(endBytes, { level: GZIP_LEVEL }), trailerOf(head, endBytes)];
    }
  }
  response.setHeader(
    'Content-Length',
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  if (response.req.method === 'HEAD') response.end();
  else await endInParts(response, parts);
}

/** RFC 1952 §2.3.1: the checksum and the length of everything that was compressed. */
function trailerOf({ bytes, crc }: PageHead, endBytes: Buffer): Buffer {
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc32(endBytes, crc), 0);
  trailer.writeUInt32LE((bytes.length + endBytes.length) >>> 0, 4);
  return trailer;
}
