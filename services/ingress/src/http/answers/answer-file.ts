import type { IncomingMessage, ServerResponse } from 'node:http';
import { addVary } from './add-vary.ts';
import { takesCoding } from './compress-text.ts';
import { isUnchanged } from './entity-tag.ts';
import { ONE_YEAR_SECONDS } from './security-headers.ts';

export interface ServedFile {
  type: string;
  bytes: Buffer;
  /** Compressed versions of the file, by content coding. */
  br?: Buffer;
  gzip?: Buffer;
  etag: string;
  /** True if the name contains a hash of the content, so that the file never changes. */
  immutable: boolean;
}

/** Answers with a file, compressed in advance if the caller accepts it, or with 304. */
export function answerFile(request: IncomingMessage, response: ServerResponse, file: ServedFile): void {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', file.immutable ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
  response.setHeader('ETag', file.etag);
  addVary(response, 'Accept-Encoding');
  if (isUnchanged(request.headers['if-none-match'], file.etag)) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const [bytes, coding] = choose(file, request.headers['accept-encoding'] ?? '');
  if (coding !== null) response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function choose(file: ServedFile, accepted: string): [Buffer, string | null] {
  if (file.br !== undefined && takesCoding(accepted, 'br')) return [file.br, 'br'];
  if (file.gzip !== undefined && takesCoding(accepted, 'gzip')) return [file.gzip, 'gzip'];
  return [file.bytes, null];
}
