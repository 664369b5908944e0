import { trigger } from './trigger.ts';

/** Its placeholder is the whole received request as one JSON text (spec §2.6), which ingress has made. */
export const webhook = trigger;
