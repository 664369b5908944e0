export { checkArguments, type ArgumentProblem, type CheckBudget } from './schemas/check-arguments.ts';
export * from './snapshot.ts';
export type { GivenSource, ReadSource } from './readers.ts';
