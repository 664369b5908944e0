/**
 * Evaluates templates and expressions without the processes of the sandbox. It also runs in a browser, so that a
 * preview is computed by the same code as a step.
 */
export { compileExpression } from './evaluation/compile-expression.ts';
export type { CompiledExpression } from './evaluation/compile-expression.ts';
export {
  compileJoinedPart,
  compileListPart,
  compilePart,
  oneAfterAnother,
  Room,
} from './evaluation/compile-template.ts';
export type { CompiledPart, JoinParts } from './evaluation/compile-template.ts';
export { compileUrlPart } from './evaluation/compile-url-template.ts';
export { evaluateExpression } from './evaluation/evaluate-expression.ts';
export type { EvaluationScope, ExpressionLimits } from './evaluation/evaluation-scope.ts';
export { handOver } from './evaluation/hand-over.ts';
export type { HandedOver } from './evaluation/hand-over.ts';
