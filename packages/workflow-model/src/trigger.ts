/**
 * The records that the service stores for a trigger, from the moment that an author creates them or publishes the
 * workflow. `packages/session-store/src/triggers` maintains them, and the editor of the console shows them.
 */
export const STORED_FOR_TRIGGERS = ['access-token', 'schedule', 'public-page', 'error-trigger', 'poll'] as const;
export type StoredForTrigger = (typeof STORED_FOR_TRIGGERS)[number];
