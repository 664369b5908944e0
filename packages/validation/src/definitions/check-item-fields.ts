import { fieldsSchema, itemFieldsIn, type JsonSchema } from '@workflow/component-kit';
import { problemMessage, wrong, type JsonObject } from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import { nameOf, type SchemaProblem } from '../schemas/describe-schema-errors.ts';

/** Levels of lists of objects within lists of objects, as deep as anybody draws a form. */
const MAX_LIST_DEPTH = 3;

const findProblems = compilePointedSchema(fieldsSchema('Fields of each item.'), '');

/** Problems of the fields of lists' items, which a config's schema leaves open: it would double by level. */
export function checkItemFields(schema: JsonSchema, config: JsonObject): SchemaProblem[] {
  return itemFieldsIn(schema, config).flatMap(({ pointer, fields, level }) => {
    if (level > MAX_LIST_DEPTH)
      return [{ pointer, ...wrong('LISTS_TOO_DEEP', { field: nameOf(pointer), limit: MAX_LIST_DEPTH }) }];
    return findProblems(fields).map(({ pointer: within, code, values }) => {
      const at = `${pointer}${within}`;
      const named = { ...values, field: nameOf(at) };
      return { pointer: at, code, values: named, message: problemMessage(code, named) };
    });
  });
}
