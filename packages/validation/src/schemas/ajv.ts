import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';
import { UUID_PATTERN } from '../uuid.ts';

/** Keywords without effect on validation: hints for forms, examples, texts for messages. */
const ANNOTATIONS = [
  'x-bounded',
  'x-free-names',
  'x-choices',
  'x-columns',
  'x-control',
  'x-destination',
  'x-encrypted',
  'x-item-field',
  'x-labels',
  'x-message',
  'x-multiline',
  'x-names',
  'x-operation',
  'x-placeholders',
  'x-reference',
  'x-show',
  'x-takes',
  'x-with-body',
  'x-template',
  'x-text-of',
  'example',
];

interface AjvOptions {
  allErrors: boolean;
  linearPatterns?: boolean;
}

/** The interface of another regular expression engine that Ajv requires. `code` is only used in generated files. */
const matchByRe2 = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: 'matchByRe2' },
);

/**
 * Creates an Ajv that refuses unknown keywords. `verbose` adds the schema to each error, for messages. It costs nothing
 * while values are valid.
 * @param options.linearPatterns matches `pattern` with RE2, in linear time
 */
export function createAjv({ allErrors, linearPatterns = false }: AjvOptions): Ajv {
  const code = linearPatterns ? { code: { regExp: matchByRe2 } } : {};
  const ajv = new Ajv({ allErrors, verbose: true, strict: true, strictRequired: false, discriminator: true, ...code });
  formats.default(ajv, ['date-time', 'date', 'email', 'uri']);
  // The format of ajv-formats accepts `urn:uuid:`, which PostgreSQL does not.
  ajv.addFormat('uuid', UUID_PATTERN);
  ajv.addVocabulary(ANNOTATIONS);
  return ajv;
}
