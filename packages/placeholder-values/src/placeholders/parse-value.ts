import type { PlaceholderType } from '@workflow/workflow-model';
import { JsonNumber, withoutJsonNumbers } from '../json/parse-json.ts';
import { itemsOfComputed, itemsOfSent, type ItemsOfList } from './items-of-list.ts';
import { parseBooleanPlaceholder } from './parse-boolean-placeholder.ts';
import { parseDateTimePlaceholder } from './parse-date-time-placeholder.ts';
import { parseComputedFile, parseFilePlaceholder } from './parse-file-placeholder.ts';
import { parseComputedJson, parseJsonPlaceholder } from './parse-json-placeholder.ts';
import { parseNumberPlaceholder } from './parse-number-placeholder.ts';
import type { ParseOutcome } from './parse-outcome.ts';
import { parseComputedText, parseTextPlaceholder } from './parse-text-placeholder.ts';

/** Every type except OBJECT and LIST, whose fields and items are parsed one by one. */
export type ScalarType = Exclude<PlaceholderType, 'OBJECT' | 'LIST'>;

/** The rules for values of one origin. */
export interface Reading {
  readonly parsers: Readonly<Record<ScalarType, (value: unknown) => ParseOutcome>>;
  readonly itemsOf: ItemsOfList;
  /** If true, a required list must be present and undeclared fields are refused. */
  readonly isExact: boolean;
}

/** Rules for values that callers send. */
export const SENT: Reading = {
  parsers: {
    TEXT: parseTextPlaceholder,
    NUMBER: parseNumberPlaceholder,
    BOOLEAN: parseBooleanPlaceholder,
    DATE_TIME: parseDateTimePlaceholder,
    JSON: parseJsonPlaceholder,
    FILE: parseFilePlaceholder,
  },
  itemsOf: itemsOfSent,
  isExact: true,
};

/** Rules for values that a workflow computes. */
export const COMPUTED: Reading = {
  parsers: { ...SENT.parsers, TEXT: parseComputedText, JSON: parseComputedJson, FILE: parseComputedFile },
  itemsOf: itemsOfComputed,
  isExact: false,
};

/**
 * Rules for JSON that a component reads, parsed with or without the digits of its numbers. A TEXT takes the digits of a
 * number.
 */
export const OF_JSON: Reading = {
  ...COMPUTED,
  parsers: {
    ...COMPUTED.parsers,
    TEXT: (value) => parseComputedText(digitsOf(value) ?? value),
    NUMBER: (value) => parseNumberPlaceholder(value instanceof JsonNumber ? value.source : value),
    JSON: (value) => parseComputedJson(withoutJsonNumbers(value)),
    FILE: (value) => parseComputedFile(withoutJsonNumbers(value)),
  },
};

function digitsOf(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}
