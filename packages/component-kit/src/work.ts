export { compileItemExpression, serveWorks } from '@workflow/expressions/works';
export type { EvaluateItem, Work } from '@workflow/expressions/works';
export { readInternetDate } from '@workflow/values';
export { StepFailure } from '@workflow/workflow-model';
export type { Json, JsonObject } from '@workflow/workflow-model';
