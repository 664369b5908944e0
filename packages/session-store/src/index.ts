export type * from './contract.ts';
export { migrate } from './migrations/migrate.ts';
export { createSessionStore, openSessionStore } from './open-session-store.ts';
export { StoreConflictError, StoreLockTimeoutError, StoreOverloadedError, StoreUnavailableError, UnstorableValueError } from './store-errors.ts';
export * from './management/index.ts';
