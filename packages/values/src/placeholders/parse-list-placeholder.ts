import type { ParseOutcome } from './parse-outcome.ts';
import { refuse } from './parse-outcome.ts';
import { NOT_STORABLE, isStorable } from './storable-text.ts';

const MUST_BE = 'must be a list of strings, or a text of the shape [item,item]';

/**
 * LIST (spec §2.2 rule 5): a JSON array of strings; or a text `[a,b c, d]`, its items trimmed, `[]` being empty. A text
 * that is itself a JSON array of strings is read as one, so that items may contain commas.
 */
export function parseListPlaceholder(value: unknown): ParseOutcome {
  const items = readStrings(value);
  if (items === null) return refuse(MUST_BE);
  return items.every(isStorable) ? { ok: true, value: items } : refuse(NOT_STORABLE);
}

/**
 * LIST where a workflow computes it: the same, and a single value is a list of one, nothing an empty list, since
 * expressions do not tell one value from a list of one.
 */
export function parseComputedList(value: unknown): ParseOutcome {
  if (value === undefined || value === null) return { ok: true, value: [] };
  const items = readStrings(value) ?? readStrings([value]);
  return items === null ? refuse(MUST_BE) : { ok: true, value: items };
}

function readStrings(value: unknown): string[] | null {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? readBracketed(value.trim()) : null;
  return items?.every((item): item is string => typeof item === 'string') ? items : null;
}

function readBracketed(text: string): unknown[] | null {
  if (!text.startsWith('[') || !text.endsWith(']') || text.length < 2) return null;
  const strings = readJsonStrings(text);
  if (strings !== null) return strings;
  const inside = text.slice(1, -1).trim();
  return inside === '' ? [] : inside.split(',').map((item) => item.trim());
}

function readJsonStrings(text: string): string[] | null {
  if (!text.includes('"')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) && parsed.every((item) => typeof item === 'string') ? parsed : null;
  } catch {
    return null;
  }
}
