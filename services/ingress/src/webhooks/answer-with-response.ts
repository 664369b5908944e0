import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServerResponse } from 'node:http';
import type { WebhookResponse } from '@workflow/session-store';
import type { FileValue } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import type { RouteReply } from '../http/define-route.ts';

/**
 * The author's bytes are served from this service: a browser must neither execute anything in them nor guess their
 * type.
 */
const GUARD = { 'content-security-policy': 'sandbox', 'x-content-type-options': 'nosniff' };

/** Answers a sender with the response of the workflow. */
export async function answerWithResponse(
  context: AppContext,
  organizationId: string,
  { status, headers, body }: WebhookResponse,
): Promise<RouteReply> {
  const { 'content-type': textType, ...otherHeaders } = headers;
  const guarded = { ...otherHeaders, ...GUARD };
  switch (body.kind) {
    case 'none':
      return { status, headers: { ...guarded, ...(textType !== undefined && { 'content-type': textType }) } };
    case 'text':
      return { status, text: body.text, headers: guarded, ...(textType !== undefined && { textType }) };
    case 'file':
      return {
        status,
        stream: (response) => void sendFile(context, response, { organizationId, status, headers, file: body.file }),
      };
  }
}

interface SentFile {
  organizationId: string;
  status: number;
  headers: Record<string, string>;
  file: FileValue;
}

/** Sends a file as fast as its client reads it. Never rejects: a failure in the middle ends the connection. */
async function sendFile(
  { files, unsent }: AppContext,
  response: ServerResponse,
  { organizationId, status, headers, file: { fileId } }: SentFile,
): Promise<void> {
  try {
    const file = await files.find(organizationId, fileId);
    if (file === null) throw new Error('the file of a response is gone');
    if (!(await unsent.hold(response, organizationId, Math.min(file.size, files.chunkBytes)))) return;
    response.writeHead(status, { ...headers, ...GUARD, 'content-length': file.size });
    await pipeline(Readable.from(files.read(organizationId, file), { objectMode: false }), response);
  } catch {
    response.destroy();
  }
}
