import type { ParsedExpression } from '../parsing/parse-expression.ts';
import { asText, StepFailure, type Json } from '@workflow/workflow-model';
import { compileJoinedPart, type CompiledPart } from './compile-template.ts';

type Parts = readonly (string | ParsedExpression)[];

/** The position of a part in a URL. `base` is an expression at the beginning; `literal` contains no expression. */
type Place = 'literal' | 'base' | 'credentials' | 'host' | 'path' | 'query';

/** Matches a segment that a URL parser reads as `..` or `.` (https://url.spec.whatwg.org/#double-dot-path-segment). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;
/** Values of more characters than any server accepts in a URL take the event loop long to encode. */
const MAX_VALUE_CHARACTERS = 1_048_576;
/** Matches a character that ends the host, or that turns the text before it into credentials. */
const NOT_IN_HOST = /[/\\?#@]/;

/**
 * Compiles the template of a URL. An expression within the path or the query is encoded as one part, as
 * `encodeURIComponent` does, so that no value changes which resource is called. An expression that is the whole URL or
 * its beginning (a base URL) is used as it is, and so is one within `$raw()`.
 *
 * Evaluating it fails with CONFIG_INVALID when a value makes a segment `.` or `..`, or contains a character that a host
 * cannot have, or when the values have more than 1 MiB of characters.
 */
export function compileUrlPart(template: string): CompiledPart {
  return compileJoinedPart(template, joinUrl);
}

function joinUrl(parts: Parts, values: readonly Json[]): string {
  const places = placesOf(parts);
  const plain = values.map(asText);
  requireShort(parts, plain);
  const texts = plain.map((text, index) =>
    written(text, places[index] as Place, isRaw(parts[index] as string | ParsedExpression)),
  );
  refuseDotSegments(
    texts,
    places.map((place, index) => place === 'path' && !isRaw(parts[index] as string | ParsedExpression)),
  );
  return texts.join('');
}

function isRaw(part: string | ParsedExpression): boolean {
  return typeof part === 'object' && part.isRaw;
}

function requireShort(parts: Parts, texts: readonly string[]): void {
  const characters = texts.reduce((sum, text, index) => sum + (typeof parts[index] === 'string' ? 0 : text.length), 0);
  if (characters > MAX_VALUE_CHARACTERS)
    throw new StepFailure('CONFIG_INVALID', `url: the values have more than ${MAX_VALUE_CHARACTERS} characters`);
}

/** Finds all places in one pass over the literals, because a URL may have thousands of parts. */
function placesOf(parts: Parts): Place[] {
  const literals = parts.map((part) => (typeof part === 'string' ? part : '')).join('');
  const placeAt = placeFinder(literals, typeof parts[0] === 'string');
  let length = 0;
  return parts.map((part, index) => {
    if (typeof part !== 'string') return index === 0 ? 'base' : placeAt(length);
    length += part.length;
    return 'literal';
  });
}

/** Returns the place of an expression by the number of characters of literals before it. They must not decrease. */
function placeFinder(literals: string, startsWithLiteral: boolean): (length: number) => Place {
  const query = indexFrom(literals, /[?#]/g, 0);
  const scheme = startsWithLiteral ? (/^[a-z][a-z0-9+.-]*:\/\//i.exec(literals)?.[0].length ?? Infinity) : Infinity;
  const path = scheme === Infinity ? 0 : indexFrom(literals, /[/\\]/g, scheme);
  let end = -1;
  return (length) => {
    if (length > query) return 'query';
    if (length < scheme || length > path) return 'path';
    // The text before `@` is credentials if it is before the end of the host.
    if (end < length) end = indexFrom(literals, /[/?#@]/g, length);
    return literals[end] === '@' ? 'credentials' : 'host';
  };
}

/** Returns the index of the first match of a global pattern at or after `from`; Infinity if there is none. */
function indexFrom(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? Infinity;
}

function written(text: string, place: Place, raw: boolean): string {
  if (place === 'literal' || place === 'base' || raw) return text;
  if (place !== 'host') return encodeURIComponent(text.toWellFormed());
  if (NOT_IN_HOST.test(text))
    throw new StepFailure('CONFIG_INVALID', 'url: a value in the host must not contain any of / \\ ? # @');
  return text;
}

/** Refuses dot segments with an encoded value. Text that the author wrote or marked as raw is intended. */
function refuseDotSegments(texts: readonly string[], isEncoded: readonly boolean[]): void {
  let segment = '';
  let isChecked = false;
  const check = (): void => {
    if (isChecked && DOT_SEGMENT.test(segment))
      throw new StepFailure('CONFIG_INVALID', `url: a value must not make the path segment ${segment}`);
    segment = '';
    isChecked = false;
  };
  for (const [index, text] of texts.entries()) {
    // Encoded values contain none of these characters.
    const [head = '', ...others] = text.split(/[/\\?#]/);
    segment += head;
    isChecked ||= isEncoded[index] === true;
    for (const other of others) {
      check();
      segment = other;
    }
  }
  check();
}
