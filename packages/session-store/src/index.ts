export type * from './contract.ts';
export { migrate } from './migrations/migrate.ts';
export * from './management/index.ts';
