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

/** The body of an answer as workflows see it. */
export interface AnswerBody {
  /** The JSON value, or the text, or base64. */
  body: Json;
  /** Set where `body` is base64: the bytes are no text. */
  bodyEncoding?: 'base64';
  /** The text as it came, of JSON too; null where the bytes are no text. */
  text: string | null;
}

/** Types whose bytes are no text even where they look like it. */
const BINARY =
  /^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip|x-gzip|x-tar)$)/;
const BYTE_ORDER_MARKS: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/**
 * JSON is parsed, text decoded by its charset, and everything else given as base64. An integer in JSON that a double
 * cannot hold exactly becomes a text of its digits; `text` has it as it came.
 */
export function readAnswer({ body, headers }: Pick<HttpAnswer, 'body' | 'headers'>): AnswerBody {
  const contentType = headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const text = BINARY.test(mediaType) ? null : decode(body, mediaType, contentType);
  if (text === null) return { body: body.toString('base64'), bodyEncoding: 'base64', text };
  return { body: isJsonType(mediaType) ? parseOrText(text) : text, text };
}

/** https://mimesniff.spec.whatwg.org/#json-mime-type */
function isJsonType(mediaType: string): boolean {
  return /^(?:application|text)\/json$/.test(mediaType) || mediaType.endsWith('+json');
}

/** A broken JSON text is given as text. @throws StepFailure OUTPUT_TOO_LARGE */
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
 * By the byte order mark, else the charset of the content type, else UTF-8 (https://encoding.spec.whatwg.org/#decode).
 * null: the bytes are not in that encoding, or the encoding is unknown.
 */
function decode(bytes: Buffer, mediaType: string, contentType: string): string | null {
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
  const named = charsetOf(contentType);
  // JSON is UTF-8 whatever its charset says (RFC 8259 §8.1); yet some servers do use the charset that they name.
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
