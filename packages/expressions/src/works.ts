export { compileItemExpression } from './evaluation/item-expression.ts';
export type { EvaluateItem } from './evaluation/item-expression.ts';
export { serveWorks } from './sandboxed/serve-works.ts';
export type { Work } from './sandboxed/serve-works.ts';
