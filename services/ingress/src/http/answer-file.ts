import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ServedFile {
  type: string;
  bytes: Buffer;
  /** Compressed versions of the file, by content coding. */
  br?: Buffer;
  gzip?: Buffer;
  etag: string;
  /** The name holds a hash of the content: never changes. */
  immutable: boolean;
}

const ONE_YEAR_SECONDS = 31_536_000;

/** Answers with a file, compressed beforehand where the caller takes it, or 304. */
export function answerFile(request: IncomingMessage, response: ServerResponse, file: ServedFile): void {
  response.setHeader('Content-Type', file.type);
  response.setHeader('Cache-Control', file.immutable ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache');
  response.setHeader('ETag', file.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === file.etag) {
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
  if (file.br !== undefined && /\bbr\b/.test(accepted)) return [file.br, 'br'];
  if (file.gzip !== undefined && /\bgzip\b/.test(accepted)) return [file.gzip, 'gzip'];
  return [file.bytes, null];
}
