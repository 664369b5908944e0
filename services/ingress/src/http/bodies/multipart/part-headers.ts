import { isUtf8 } from 'node:buffer';
import { extendedValue, headerParameters } from '@workflow/placeholder-values';
import { fileNameOf } from '@workflow/workflow-model';
import { brokenMultipart } from './broken-multipart.ts';

/** The used headers of a part (RFC 7578 §4). */
export interface PartHeaders {
  /** The name of the field. */
  name: string;
  /** The file name without its path; empty if it cannot be used, null for a part without one. */
  fileName: string | null;
  /** As it was sent; null for a part without one. */
  contentType: string | null;
}

const BINARY = 'application/octet-stream';

/**
 * Reads the header section of a part. A folded line counts as one line. If two headers or parameters have one name, the
 * first counts. `name*` and `filename*` are read as RFC 8187 defines them, because some clients send them.
 * @throws ApiError INVALID_REQUEST for a part without a name
 */
export function readPartHeaders(section: Buffer): PartHeaders {
  const headers = new Map<string, string>();
  for (const line of textOf(section)
    .replaceAll(/\r?\n[\t ]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!headers.has(key)) headers.set(key, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  const parameters = /^form-data\s*(?:;|$)/i.test(disposition)
    ? headerParameters(disposition)
    : new Map<string, string>();
  const parameter = (name: string): string | null =>
    extendedValue(parameters.get(`${name}*`)) ?? asBrowsersWrite(parameters.get(name));
  const name = parameter('name');
  if (name === null) throw brokenMultipart('a part has no name');
  const fileName = parameter('filename');
  return {
    name,
    fileName: fileName === null ? null : (fileNameOf(fileName) ?? ''),
    contentType: headers.get('content-type') ?? null,
  };
}

/** Returns true if a part is a file: it has a file name, or its type is that of arbitrary bytes. */
export function isFilePart({ fileName, contentType }: PartHeaders): boolean {
  return fileName !== null || contentType?.split(';', 1)[0]?.trim().toLowerCase() === BINARY;
}

/** Decodes a header section: UTF-8 (RFC 7578 §5.1), or Latin-1 from older clients. */
function textOf(section: Buffer): string {
  return section.toString(isUtf8(section) ? 'utf8' : 'latin1');
}

/** Replaces `%22`, which browsers write for a quote (https://html.spec.whatwg.org/#multipart-form-data). */
function asBrowsersWrite(value: string | undefined): string | null {
  return value?.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n') ?? null;
}
