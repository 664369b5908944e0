import { isUtf8 } from 'node:buffer';
import {
  charsetOf,
  hasTooManyShapes,
  parseReceivedJson,
  StepFailure,
  TOO_MANY_SHAPES,
  type HttpAnswer,
  type Json,
} from '@workflow/component-kit/run';

/** The body of a response as workflows see it. */
export interface AnswerBody {
  /** The JSON value, text, or base64. */
  body: Json;
  /** Set if `body` is base64, because the bytes are not text. */
  bodyEncoding?: 'base64';
  /** The original text, also of JSON. Null if the bytes are not text. */
  text: string | null;
}

/** Media types whose bytes are not text even if they look like it. */
const BINARY =
  /^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar)$)/;
const BYTE_ORDER_MARKS: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/**
 * Reads a response body. JSON is parsed, text is decoded by its charset, and everything else becomes base64. A JSON
 * integer that a double cannot represent exactly becomes text with its digits. `text` is the original text.
 */
export function readAnswer({ body, headers }: Pick<HttpAnswer, 'body' | 'headers'>): AnswerBody {
  const contentType = headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const text = BINARY.test(mediaType) ? null : decode(body, mediaType, contentType);
  if (text === null) return { body: body.toString('base64'), bodyEncoding: 'base64', text };
  return { body: isJsonType(mediaType) ? parseOrText(text) : text, text };
}

/** Returns true for a content type whose bytes are a JSON value or text. */
export function isTextAnswer(contentType: string): boolean {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return isJsonType(mediaType) || isTextType(mediaType) || mediaType === 'application/x-www-form-urlencoded';
}

/** https://mimesniff.spec.whatwg.org/#json-mime-type */
function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/json$/.test(mediaType) || mediaType.endsWith('+json');
}

/** Parses JSON. Broken JSON is returned as text. @throws StepFailure OUTPUT_TOO_LARGE */
function parseOrText(text: string): Json {
  if (text === '') return null;
  if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `The response ${TOO_MANY_SHAPES}`);
  try {
    return parseReceivedJson(text);
  } catch {
    return text;
  }
}

/**
 * Decodes bytes by the byte order mark, otherwise by the charset of the content type, or as UTF-8
 * (https://encoding.spec.whatwg.org/#decode). Returns null if the bytes are not in that encoding or the encoding is
 * unknown.
 */
function decode(bytes: Buffer, mediaType: string, contentType: string): string | null {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const named = charsetOf(contentType);
  // JSON is UTF-8 whatever its charset (RFC 8259 §8.1), but some servers use the charset that they name.
  const isUtf8Json = isJsonType(mediaType) && named !== undefined && !/^utf-?16/i.test(named) && isUtf8(bytes);
  const label = marked ?? (isUtf8Json ? 'utf-8' : (named ?? 'utf-8'));
  if (label === 'utf-8' && !isUtf8(bytes)) return null;
  // Without a charset, bytes of a type that is not text count as text only if nothing in them contradicts it.
  if (label === 'utf-8' && named === undefined && !isTextType(mediaType) && bytes.includes(0)) return null;
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isTextType(mediaType: string): boolean {
  return mediaType === '' || mediaType.startsWith('text/') || /(?:\/|\+)(?:json|xml)$/.test(mediaType);
}
