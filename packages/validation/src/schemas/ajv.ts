import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { UUID_PATTERN } from '../uuid.ts';

/** Keywords without effect on validation: hints for forms, examples, texts for messages. */
const ANNOTATIONS = ['x-control', 'x-message', 'example'];

/**
 * The service's one Ajv: all problems of a value are found, unknown keywords are refused. `verbose` puts the schema
 * into each error, where messages take their words from; it costs nothing while values are valid.
 */
export function createAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, strictRequired: false });
  formats.default(ajv, ['date-time', 'date', 'email', 'uri']);
  // The format of ajv-formats lets `urn:uuid:` pass, which PostgreSQL does not take.
  ajv.addFormat('uuid', UUID_PATTERN);
  ajv.addVocabulary(ANNOTATIONS);
  return ajv;
}
