import { StepFailure, type JsonObject } from '@workflow/workflow-model';
import { parseExpression } from '../parsing/parse-expression.ts';
import { revealAll } from './compile-expression.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import { readableBy } from './expression-input.ts';

/** What `compileItemExpression` takes, as JSON: an expression with what it reads. */
export interface HandedOver extends JsonObject {
  source: string;
  placeholders: JsonObject;
  secrets: Record<string, string>;
}

/** Takes together what an expression needs to be evaluated in another process. @throws StepFailure */
export async function handOver(source: string, scope: EvaluationScope): Promise<HandedOver> {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw new StepFailure('EXPRESSION_ERROR', `${source}: ${parsed.problems.join('; ')}`);
  const secrets = await revealAll(scope, parsed.value);
  return { source, placeholders: { ...readableBy(parsed.value, scope.placeholders) }, secrets };
}
