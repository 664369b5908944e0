import type { PlaceholderType } from '@workflow/workflow-model';
import { parseBooleanPlaceholder } from './parse-boolean-placeholder.ts';
import { parseDateTimePlaceholder } from './parse-date-time-placeholder.ts';
import { parseJsonPlaceholder } from './parse-json-placeholder.ts';
import { parseListPlaceholder } from './parse-list-placeholder.ts';
import { parseNumberPlaceholder } from './parse-number-placeholder.ts';
import type { ParseOutcome } from './parse-outcome.ts';
import { parseTextPlaceholder } from './parse-text-placeholder.ts';

/** Every type but OBJECT, whose fields are parsed one by one. */
export type ValueType = Exclude<PlaceholderType, 'OBJECT'>;

export const PARSERS: Record<ValueType, (value: unknown) => ParseOutcome> = {
  TEXT: parseTextPlaceholder,
  NUMBER: parseNumberPlaceholder,
  BOOLEAN: parseBooleanPlaceholder,
  DATE_TIME: parseDateTimePlaceholder,
  LIST: parseListPlaceholder,
  JSON: parseJsonPlaceholder,
};
