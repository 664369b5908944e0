export { parseReceivedJson, parseSentJson } from './json/parse-json.ts';
export { reviveJson } from './json/revive-json.ts';
export { checkParsedFields, checkValue, readJsonFields } from './placeholders/check-value.ts';
export { parseJsonPlaceholder } from './placeholders/parse-json-placeholder.ts';
export type { ParseOutcome } from './placeholders/parse-outcome.ts';
export { COMPUTED, SENT } from './placeholders/parse-value.ts';
export type { Reading } from './placeholders/parse-value.ts';
export { ValueReader } from './placeholders/value-reader.ts';
export { printableKey } from './printable-key.ts';
