export { compileItemExpression } from '@workflow/expressions/data-jobs';
export type { EvaluateItem } from '@workflow/expressions/data-jobs';
export { serveDataJobs } from '@workflow/sandbox/serve-data-jobs';
export type { DataJob } from '@workflow/sandbox/serve-data-jobs';
export { readInternetDate } from '@workflow/placeholder-values';
export { StepFailure } from '@workflow/workflow-model';
export type { Json, JsonObject } from '@workflow/workflow-model';
