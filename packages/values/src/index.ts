export { parseReceivedJson, parseSentJson } from './json/parse-json.ts';
export { checkParsedFields, checkValue, readJsonFields } from './placeholders/check-value.ts';
export type { ValueShape } from './placeholders/check-value.ts';
export { parseJsonPlaceholder } from './placeholders/parse-json-placeholder.ts';
export type { ParseOutcome } from './placeholders/parse-outcome.ts';
export { COMPUTED_PARSERS, PARSERS } from './placeholders/parse-value.ts';
export type { Parsers } from './placeholders/parse-value.ts';
export { printableKey } from './printable-key.ts';
