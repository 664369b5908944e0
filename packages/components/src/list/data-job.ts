import { compileItemExpression, type Json, type JsonObject, type DataJob } from '@workflow/component-kit/data-job';
import { applyOperations } from './operations/apply-operations.ts';
import type { Operation } from './operations/operation.ts';

/** The timeout for one item, which is shorter than that of the whole data job. */
const ITEM_TIMEOUT_MS = 5_000;
const PLACEHOLDER = 'placeholder ';

/** Processes lists that are not small for `run.ts`. */
export const dataJob: DataJob = (values) => {
  const placeholders = placeholdersIn(values);
  const operations = (values.operations as JsonObject[]).map((one) => readyOperation(one, values, placeholders));
  return applyOperations(values.items as Json[], operations);
};

function placeholdersIn(values: JsonObject): JsonObject {
  const placeholders = Object.create(null) as JsonObject;
  for (const [name, value] of Object.entries(values))
    if (name.startsWith(PLACEHOLDER)) placeholders[name.slice(PLACEHOLDER.length)] = value;
  return placeholders;
}

function readyOperation(one: JsonObject, values: JsonObject, placeholders: JsonObject): Operation {
  if (one.operation === 'merge') return { ...one, with: values[String(one.with)] } as unknown as Operation;
  if (one.operation !== 'filter') return one as unknown as Operation;
  const { source, secrets } = one.expression as { source: string; secrets: Record<string, string> };
  return { operation: 'filter', evaluate: compileItemExpression(source, placeholders, secrets, ITEM_TIMEOUT_MS) };
}
