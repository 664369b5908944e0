/**
 * What is kept for a trigger beside its workflow, from the moment that an author makes it or that the workflow is
 * published. `packages/session-store/src/triggers` says what becomes of it, and the console's editor how it is shown.
 */
export const STORED_FOR_TRIGGERS = ['access-token', 'schedule', 'public-page', 'error-trigger', 'poll'] as const;
export type StoredForTrigger = (typeof STORED_FOR_TRIGGERS)[number];
