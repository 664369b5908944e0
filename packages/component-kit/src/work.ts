export { compileItemExpression } from '@workflow/expressions/works';
export type { EvaluateItem } from '@workflow/expressions/works';
export { serveWorks } from '@workflow/sandbox/serve-works';
export type { Work } from '@workflow/sandbox/serve-works';
export { readInternetDate } from '@workflow/placeholder-values';
export { StepFailure } from '@workflow/workflow-model';
export type { Json, JsonObject } from '@workflow/workflow-model';
