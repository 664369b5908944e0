import { evaluateExpression, type EvaluationScope } from '@workflow/expressions/evaluating';
import { SENSITIVE_MASK, type Json, type JsonObject } from '@workflow/workflow-model';
import type { Expression, JsonSchema } from '../describe/config-types.ts';
import { compileConfig } from '../host/resolve-config.ts';

/** A person waits for a preview, and the page with them. */
const LIMITS = { sandboxTimeoutMs: 500, maxResultBytes: 4 * 1_048_576 };

/**
 * The value that a field of a config has in a step over these placeholders, by the code that resolves it there. Runs in
 * a browser: secrets, and the ends of addresses, are masked.
 *
 * @param schema of the field, by which its templates and expressions are found
 * @returns undefined: an expression without a value
 * @throws StepFailure as the step would fail
 * @example
 * await previewField({ 'x-control': 'json' }, { amount: '{{ total }}' }, { total: 250 }); // { amount: 250 }
 */
export async function previewField(
  schema: JsonSchema,
  value: Json | undefined,
  placeholders: Readonly<JsonObject>,
): Promise<Json | undefined> {
  // The resolver takes the schema and the value of any part of a config.
  const resolved = await compileConfig(schema, value as JsonObject)(scopeOf(placeholders));
  return typeof resolved === 'function' ? (resolved as Expression)() : (resolved as Json | undefined);
}

function scopeOf(placeholders: Readonly<JsonObject>): EvaluationScope {
  return {
    placeholders: Object.assign(Object.create(null) as JsonObject, placeholders),
    revealSecret: async () => SENSITIVE_MASK,
    addressOf: async ({ kind }) => `https://…/${kind}s/${SENSITIVE_MASK}`,
    sandbox: {
      run: async (request) =>
        request.kind === 'expression'
          ? evaluateExpression(request)
          : { kind: 'not-begun', why: 'a preview runs no programs' },
    },
    owner: { organizationId: '', workflowId: '' },
    signal: new AbortController().signal,
    limits: LIMITS,
  };
}
