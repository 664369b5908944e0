export { compileItemExpression } from './evaluation/item-expression.ts';
export type { EvaluateItem } from './evaluation/item-expression.ts';
