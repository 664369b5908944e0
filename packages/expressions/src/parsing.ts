export { inputSize } from './parsing/input-size.ts';
export {
  describeUnboundedPart,
  findCostlyPart,
  MAX_EXPRESSION_LENGTH,
  parseExpression,
} from './parsing/parse-expression.ts';
export type { ParsedExpression } from './parsing/parse-expression.ts';
export type { ExpressionKind } from './parsing/classify-expression.ts';
export type { PlaceholderReference } from './parsing/find-references.ts';
export { TemplateParser } from './parsing/parse-template.ts';
export type { ParsedTemplate } from './parsing/parse-template.ts';
