export { checkArguments, type ArgumentProblem } from './schemas/check-arguments.ts';
export * from './snapshot.ts';
export type { GivenSource, ReadSource } from './readers.ts';
