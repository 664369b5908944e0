import { trigger } from './trigger.ts';

/** Its placeholders are what the caller sent. */
export const input = trigger;
