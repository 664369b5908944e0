import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { UUID_PATTERN } from '../uuid.ts';

/** Keywords without effect on validation: hints for forms, examples, texts for messages. */
const ANNOTATIONS = ['x-control', 'x-destination', 'x-message', 'x-multiline', 'x-reference', 'x-template', 'example'];

/**
 * Unknown keywords are refused. `verbose` puts the schema into each error, where messages take their words from; it
 * costs nothing while values are valid.
 */
export function createAjv({ allErrors }: { allErrors: boolean }): Ajv {
  const ajv = new Ajv({ allErrors, verbose: true, strict: true, strictRequired: false });
  formats.default(ajv, ['date-time', 'date', 'email', 'uri']);
  // The format of ajv-formats lets `urn:uuid:` pass, which PostgreSQL does not take.
  ajv.addFormat('uuid', UUID_PATTERN);
  ajv.addVocabulary(ANNOTATIONS);
  return ajv;
}
