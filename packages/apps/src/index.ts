export { checkArguments, type ArgumentProblem, type CheckBudget } from './schemas/check-arguments.ts';
export { MAX_CALLER_SCHEMA_BYTES, schemaForCaller } from './schemas/schema-for-caller.ts';
export * from './snapshot.ts';
export type { GivenSource, ReadSource } from './readers.ts';
