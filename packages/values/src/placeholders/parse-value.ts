import type { PlaceholderType } from '@workflow/workflow-model';
import { JsonNumber, withoutJsonNumbers } from '../json/parse-json.ts';
import { parseBooleanPlaceholder } from './parse-boolean-placeholder.ts';
import { parseDateTimePlaceholder } from './parse-date-time-placeholder.ts';
import { parseComputedJson, parseJsonPlaceholder } from './parse-json-placeholder.ts';
import { parseComputedList, parseListPlaceholder } from './parse-list-placeholder.ts';
import { parseNumberPlaceholder } from './parse-number-placeholder.ts';
import type { ParseOutcome } from './parse-outcome.ts';
import { parseComputedText, parseTextPlaceholder } from './parse-text-placeholder.ts';

/** Every type but OBJECT, whose fields are parsed one by one. */
type ValueType = Exclude<PlaceholderType, 'OBJECT'>;

export type Parsers = Readonly<Record<ValueType, (value: unknown) => ParseOutcome>>;

/** For values that callers send. */
export const PARSERS: Parsers = {
  TEXT: parseTextPlaceholder,
  NUMBER: parseNumberPlaceholder,
  BOOLEAN: parseBooleanPlaceholder,
  DATE_TIME: parseDateTimePlaceholder,
  LIST: parseListPlaceholder,
  JSON: parseJsonPlaceholder,
};

/** For values that a workflow computes. */
export const COMPUTED_PARSERS: Parsers = {
  ...PARSERS,
  TEXT: parseComputedText,
  LIST: parseComputedList,
  JSON: parseComputedJson,
};

/** Of JSON that a component reads, parsed with its numbers' digits or without: a TEXT takes the digits of a number. */
export const JSON_PARSERS: Parsers = {
  ...COMPUTED_PARSERS,
  TEXT: (value) => parseComputedText(digitsOf(value) ?? value),
  NUMBER: (value) => parseNumberPlaceholder(value instanceof JsonNumber ? value.source : value),
  JSON: (value) => parseComputedJson(withoutJsonNumbers(value)),
};

function digitsOf(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}
