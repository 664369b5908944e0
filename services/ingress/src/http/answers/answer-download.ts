import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isUnchanged } from './entity-tag.ts';

/** Bytes from other people, to be saved and never shown as a page of this service. */
export interface Download {
  name: string;
  contentType: string;
  size: number;
  /** Identifies the bytes, which never change. */
  etag: string;
  /** Called only if more than the headers is needed. */
  read: () => AsyncIterable<Uint8Array>;
}

/** Forbids scripts, forms, frames and requests, wherever a browser opens the file. */
const SANDBOX = "sandbox; default-src 'none'";

/** Answers with a file to save, as fast as its client reads it. @throws if the first bytes cannot be read */
export async function answerDownload(response: ServerResponse, download: Download): Promise<void> {
  const { req: request } = response;
  const isKnown = isUnchanged(request.headers['if-none-match'], download.etag);
  const parts = isKnown || request.method === 'HEAD' ? null : download.read()[Symbol.asyncIterator]();
  try {
    // A store that does not respond is reported by the status.
    const first = await parts?.next();
    response.setHeader('Content-Type', download.contentType);
    response.setHeader('Content-Disposition', attachment(download.name));
    response.setHeader('Content-Security-Policy', SANDBOX);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('ETag', download.etag);
    if (isKnown) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Length', download.size);
    response.statusCode = 200;
    if (parts === null || first === undefined) {
      response.end();
      return;
    }
    const all = Readable.from(joined(first, parts), { objectMode: false });
    // A failure in the middle ends the connection, which shows the failure to the client.
    await pipeline(all, response).catch(() => response.destroy());
  } finally {
    // Before the first part was sent, the client may have left, or the deadline may have answered.
    await parts?.return?.().catch(() => undefined);
  }
}

async function* joined(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
}

/** Returns the header: a name for old clients (RFC 6266), and the exact name (RFC 8187). */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\u0020-\u007E]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.codePointAt(0)!.toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
