import { fieldsSchema, itemFieldsIn, type JsonSchema } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';
import { nameOf, type SchemaProblem } from '../schemas/describe-schema-errors.ts';

/** Levels of lists of objects within lists of objects, as deep as anybody draws a form. */
const MAX_LIST_DEPTH = 3;

const findProblems = compilePointedSchema(fieldsSchema('Fields of each item.'), '');

/** Problems of the fields of lists' items, which a config's schema leaves open: it would double by level. */
export function checkItemFields(schema: JsonSchema, config: JsonObject): SchemaProblem[] {
  return itemFieldsIn(schema, config).flatMap(({ pointer, fields, level }) => {
    if (level > MAX_LIST_DEPTH)
      return [{ pointer, message: `${nameOf(pointer)} must be within at most ${MAX_LIST_DEPTH} lists of objects` }];
    return findProblems(fields).map((problem) => {
      const at = `${pointer}${problem.pointer}`;
      return { pointer: at, message: `${nameOf(at)} ${problem.message.slice(nameOf(problem.pointer).length).trim()}` };
    });
  });
}
