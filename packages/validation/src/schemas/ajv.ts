import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { RE2JS } from 're2js';
import { UUID_PATTERN } from '../uuid.ts';

/** Keywords without effect on validation: hints for forms, examples, texts for messages. */
const ANNOTATIONS = [
  'x-choices',
  'x-columns',
  'x-control',
  'x-destination',
  'x-encrypted',
  'x-labels',
  'x-message',
  'x-multiline',
  'x-names',
  'x-placeholders',
  'x-reference',
  'x-show',
  'x-template',
  'x-text-of',
  'example',
];

interface AjvOptions {
  allErrors: boolean;
  linearPatterns?: boolean;
}

/** What Ajv asks of another engine; `code` would stand in code that it writes to a file. */
const matchByRe2 = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text: string) => compiled.matcher(text).find() };
  },
  { code: 'matchByRe2' },
);

/**
 * Unknown keywords are refused. `verbose` puts the schema into each error, where messages take their words from; it
 * costs nothing while values are valid.
 *
 * @param options.linearPatterns matches `pattern` by RE2, in a time that no pattern makes long
 */
export function createAjv({ allErrors, linearPatterns = false }: AjvOptions): Ajv {
  const code = linearPatterns ? { code: { regExp: matchByRe2 } } : {};
  const ajv = new Ajv({ allErrors, verbose: true, strict: true, strictRequired: false, discriminator: true, ...code });
  formats.default(ajv, ['date-time', 'date', 'email', 'uri']);
  // The format of ajv-formats lets `urn:uuid:` pass, which PostgreSQL does not take.
  ajv.addFormat('uuid', UUID_PATTERN);
  ajv.addVocabulary(ANNOTATIONS);
  return ajv;
}
