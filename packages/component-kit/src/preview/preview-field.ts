import { evaluateExpression, type EvaluationScope } from '@workflow/expressions/evaluating';
import { SENSITIVE_MASK, type Json, type JsonObject } from '@workflow/workflow-model';
import type { Expression, JsonSchema } from '../describe/config-types.ts';
import { compileConfig } from '../host/resolve-config.ts';

/** The limits of a preview are low, because a person waits for it. */
const LIMITS = { sandboxTimeoutMs: 500, maxResultBytes: 4 * 1_048_576 };

/**
 * Returns the value of a field in a step with these placeholders, computed by the same code as in a step. It runs in a
 * browser, so secrets and the ends of URLs are masked.
 * @param schema the schema of the field, which marks its templates and expressions
 * @returns undefined for an expression without a value
 * @throws StepFailure as the step would fail
 * @example await previewField({ 'x-control': 'json' }, { amount: '{{ total }}' }, { total: 250 }); // { amount: 250 }
 */
export async function previewField(
  schema: JsonSchema,
  value: Json | undefined,
  placeholders: Readonly<JsonObject>,
): Promise<Json | undefined> {
  // The resolver accepts the schema and the value of any part of a config.
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
          : { kind: 'not-begun', why: 'Code does not run in previews' },
    },
    owner: { organizationId: '', workflowId: '' },
    signal: new AbortController().signal,
    limits: LIMITS,
  };
}
