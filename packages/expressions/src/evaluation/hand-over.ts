import { StepFailure, type JsonObject } from '@workflow/workflow-model';
import { parseExpression } from '../parsing/parse-expression.ts';
import { revealAll } from './compile-expression.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import { readableBy } from './expression-input.ts';

/** The input of `compileItemExpression` as JSON: an expression and the values that it reads. */
export interface HandedOver extends JsonObject {
  source: string;
  placeholders: JsonObject;
  secrets: Record<string, string>;
}

/** Collects everything that another process needs to evaluate an expression. @throws StepFailure */
export async function handOver(source: string, scope: EvaluationScope): Promise<HandedOver> {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new StepFailure('EXPRESSION_ERROR', `${source}: ${parsed.problems.join('; ')}`);
  const secrets = await revealAll(scope, parsed.value);
  return { source, placeholders: { ...readableBy(parsed.value, scope.placeholders) }, secrets };
}
