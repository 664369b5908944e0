import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import {
  extendedValue,
  fileNameOf,
  headerParameters,
  type FileValue,
  type HttpCall,
  type RunContext,
} from '@workflow/component-kit/run';

/** Stores a response body as a file while it arrives. The body of an error response is read normally. */
export class StoredAnswer {
  /** The file. It is null for an error response. */
  file: FileValue | null = null;
  readonly streaming: Pick<HttpCall, 'streamTo'>;

  constructor({ config, files }: RunContext<{ acceptAnyStatus: boolean }>, url: URL) {
    this.streaming = {
      streamTo: ({ status, headers }) => {
        if (status >= 400 && !config.acceptAnyStatus) return null;
        const file = { name: nameIn(headers) ?? lastPart(url) ?? 'file', contentType: headers['content-type'] ?? '' };
        return async (body) => {
          this.file = await files.write(file, body);
        };
      },
    };
  }
}

/** Returns the file name of a response (RFC 6266). `filename*` takes precedence. */
export function nameIn(headers: IncomingHttpHeaders): string | null {
  const parameters = headerParameters(asWritten(headers['content-disposition'] ?? '').slice(0, 2_048));
  const name = extendedValue(parameters.get('filename*')) ?? parameters.get('filename');
  return name === undefined ? null : fileNameOf(name);
}

/** Decodes a header as UTF-8, which servers use although no standard defines it. */
function asWritten(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return bytes.toString('latin1') === header && isUtf8(bytes) ? bytes.toString() : header;
}

function lastPart({ pathname }: URL): string | null {
  const part = pathname.split('/').at(-1) ?? '';
  return fileNameOf(decode(part) ?? part);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
