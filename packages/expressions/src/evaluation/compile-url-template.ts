import type { ParsedExpression } from '../parsing/parse-expression.ts';
import { asText, StepFailure, type Json } from '@workflow/workflow-model';
import { compileJoinedPart, type CompiledPart } from './compile-template.ts';

type Parts = readonly (string | ParsedExpression)[];

/** The position of a part in a URL. `base` is an expression at the beginning; `literal` contains no expression. */
type Place = 'literal' | 'base' | 'credentials' | 'host' | 'path' | 'query';

/** Matches a segment that a URL parser reads as `..` or `.` (https://url.spec.whatwg.org/#double-dot-path-segment). */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;
/** Matches a character that ends the host, or that turns the text before it into credentials. */
const NOT_IN_HOST = /[/\\?#@]/;

/**
 * Compiles the template of a URL. An expression within the path or the query is encoded as one part, as
 * `encodeURIComponent` does, so that no value changes which resource is called. An expression that is the whole URL or
 * its beginning (a base URL) is used as it is, and so is one within `$raw()`.
 *
 * Evaluating it fails with CONFIG_INVALID when a value makes a segment `.` or `..`, or contains a character that a host
 * cannot have.
 */
export function compileUrlPart(template: string): CompiledPart {
  return compileJoinedPart(template, joinUrl);
}

function joinUrl(parts: Parts, values: readonly Json[]): string {
  const places = parts.map((_, index) => placeOf(parts, index));
  const texts = values.map((value, index) =>
    written(asText(value), places[index] as Place, isRaw(parts[index] as string | ParsedExpression)),
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

function placeOf(parts: Parts, index: number): Place {
  if (typeof parts[index] === 'string') return 'literal';
  if (index === 0) return 'base';
  const before = literalsOf(parts.slice(0, index));
  if (/[?#]/.test(before)) return 'query';
  if (typeof parts[0] !== 'string') return 'path';
  const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/\\]*([/\\]?)/i.exec(before);
  if (authority === null || authority[1] !== '') return 'path';
  return /^[^/?#]*@/.test(literalsOf(parts.slice(index + 1))) ? 'credentials' : 'host';
}

function literalsOf(parts: Parts): string {
  return parts.map((part) => (typeof part === 'string' ? part : '')).join('');
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
