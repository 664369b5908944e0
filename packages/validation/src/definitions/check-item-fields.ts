import { fieldsSchema, itemFieldsIn, type JsonSchema } from '@workflow/component-kit';
import { wrong, type JsonObject } from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import { nameOf, renamed, type SchemaProblem } from '../schemas/describe-schema-errors.ts';

/** The maximum depth of lists of objects in lists of objects. */
const MAX_LIST_DEPTH = 3;

const findProblems = compilePointedSchema(fieldsSchema('Fields of each item.'), '');

/**
 * Returns the problems of the fields of list items. The schema of a config does not contain them, because it would
 * double with each level.
 */
export function checkItemFields(schema: JsonSchema, config: JsonObject): SchemaProblem[] {
  return itemFieldsIn(schema, config).flatMap(({ pointer, fields, level }) => {
    if (level > MAX_LIST_DEPTH)
      return [{ pointer, ...wrong('LISTS_TOO_DEEP', { field: nameOf(pointer), limit: MAX_LIST_DEPTH }) }];
    return findProblems(fields).map((problem) => {
      const at = `${pointer}${problem.pointer}`;
      return { pointer: at, ...renamed(problem, nameOf(at)) };
    });
  });
}
