import type { Json } from '@workflow/workflow-model';
import { jsonInText } from '../../ui/json-in-text.ts';

/** One place at which two values differ; undefined: it is not there. */
export interface Difference {
  /** As in an expression: `request.body.items[0]`; empty for the whole value. */
  path: string;
  before: Json | undefined;
  after: Json | undefined;
}

/**
 * Where two JSON values differ, down to single values, in the order of the first one, at most `limit`. Texts that are
 * JSON, such as the requests of webhooks, are compared as what they contain.
 */
export function valueDifferences(before: Json | undefined, after: Json | undefined, limit = 100): Difference[] {
  const found: Difference[] = [];
  function compare(path: string, one: Json | undefined, other: Json | undefined): void {
    if (found.length >= limit || Object.is(one, other)) return;
    const texts = typeof one === 'string' && typeof other === 'string' ? [jsonInText(one), jsonInText(other)] : [];
    if (texts.every((text) => text !== undefined) && texts.length > 0) {
      const known = found.length;
      compare(path, texts[0], texts[1]);
      // The texts differ only in spaces, or in digits that a number cannot hold.
      if (found.length === known) found.push({ path, before: one, after: other });
      return;
    }
    if (!isBranch(one) || !isBranch(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ path, before: one, after: other });
      return;
    }
    const isList = Array.isArray(one);
    const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
    for (const key of new Set([...left.keys(), ...right.keys()]))
      compare(isList ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${key}`, left.get(key), right.get(key));
  }
  compare('', before, after);
  return found;
}

function isBranch(value: Json | undefined): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null;
}
