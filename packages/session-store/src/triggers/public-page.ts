import type { KeptThing } from './kept-for-trigger.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** The page of a form: nothing is stored for it, it is made of the published version whenever somebody opens it. */
export const publicPage: KeptThing = {
  published: nothing,
  unpublished: nothing,
  paused: nothing,
  resumed: nothing,
  deleted: nothing,
};
