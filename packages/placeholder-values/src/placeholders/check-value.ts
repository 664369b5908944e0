import { valueAtKeys, type Checked, type Field, type Json, type ValueShape } from '@workflow/workflow-model';
import { mayHoldLongNumber, parseJsonWithNumbers } from '../json/parse-json.ts';
import { COMPUTED, OF_JSON } from './parse-value.ts';
import { ValueReader } from './value-reader.ts';

/**
 * Checks a computed value against a declared type, with the rules for values that callers send. An OBJECT is a JSON
 * object here: fields that are missing or wrong are named by their dotted path, undeclared ones are left out, and an
 * optional one may be missing or null. Of a LIST, a single value is a list of one and nothing is an empty list.
 *
 * @param path what messages call the value, for example the placeholder's name; '' to name only its fields
 */
export function checkValue(value: unknown, shape: ValueShape, path: string): Checked<Json> {
  return new ValueReader(COMPUTED, path).read(value, shape);
}

/**
 * Parses a JSON text and reads the declared fields from it. A TEXT takes the digits of a JSON number; an integer that a
 * double cannot hold exactly is refused for a NUMBER, and is a text of its digits within a JSON value.
 *
 * @param keys where in the text the object with the fields is; none: it is the whole
 * @param parsed the text as `JSON.parse` gives it
 * @throws SyntaxError when it is not JSON
 */
export function readJsonFields(
  text: string,
  fields: Field[],
  keys: readonly string[] = [],
  parsed: unknown = JSON.parse(text),
): Checked<Json> {
  const place = valueAtKeys(parsed, keys);
  const plain = mayHoldLongNumber(text) ? null : checkValue(place, { type: 'OBJECT', fields }, '');
  if (plain?.ok === true) return plain;
  try {
    // Slower, so only for texts that need it: keeps the digits of each number.
    return checkParsedFields(valueAtKeys(parseJsonWithNumbers(text), keys), fields);
  } catch (error) {
    // Nested deeper than any value may be: a limit was exceeded before.
    if (error instanceof RangeError) return plain ?? checkParsedFields(place, fields);
    throw error;
  }
}

/** The same of JSON that is parsed already. */
export function checkParsedFields(value: unknown, fields: Field[]): Checked<Json> {
  return new ValueReader(OF_JSON, '').read(value, { type: 'OBJECT', fields });
}
