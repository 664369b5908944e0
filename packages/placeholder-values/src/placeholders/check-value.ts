import { valueAtKeys, type Checked, type Field, type Json, type ValueShape } from '@workflow/workflow-model';
import { mayHoldLongNumber, parseJsonWithNumbers } from '../json/parse-json.ts';
import { COMPUTED, OF_JSON } from './parse-value.ts';
import { ValueReader } from './value-reader.ts';

/**
 * Checks a computed value against a declared type, with the rules for values that callers send. An OBJECT is a JSON
 * object: missing and invalid fields are named by their dotted path, undeclared fields are dropped, and an optional
 * field may be missing or null. For a LIST, a single value is a list of one, and null is an empty list.
 *
 * @param path the name of the value in messages, for example the placeholder's name; '' to name only its fields
 */
export function checkValue(value: unknown, shape: ValueShape, path: string): Checked<Json> {
  return new ValueReader(COMPUTED, path).read(value, shape);
}

/**
 * Parses a JSON text and reads the declared fields from it. A TEXT takes the digits of a JSON number. An integer that a
 * double cannot hold exactly is refused for a NUMBER, and becomes a text of its digits within a JSON value.
 *
 * @param keys the path in the text to the object with the fields; none: the whole text
 * @param parsed the text as `JSON.parse` returns it
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
    // This parser retains the digits of each number. It is slower, so only texts that need it use it.
    return checkParsedFields(valueAtKeys(parseJsonWithNumbers(text), keys), fields);
  } catch (error) {
    // The text is nested deeper than any value may be, so a limit was exceeded before.
    if (error instanceof RangeError) return plain ?? checkParsedFields(place, fields);
    throw error;
  }
}

/** Reads the declared fields from JSON that is parsed already. */
export function checkParsedFields(value: unknown, fields: Field[]): Checked<Json> {
  return new ValueReader(OF_JSON, '').read(value, { type: 'OBJECT', fields });
}
