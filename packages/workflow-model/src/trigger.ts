/** Data that the API shows of the components of a trigger. Routes and dialogs ask for it by these names. */
export const STORED_FOR_TRIGGERS = ['access-token', 'schedule', 'public-page', 'poll'] as const;
export type StoredForTrigger = (typeof STORED_FOR_TRIGGERS)[number];
