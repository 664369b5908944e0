import type { TriggerData } from './trigger-data.ts';

const nothing = (): Promise<void> => Promise.resolve();

/**
 * The page of a form. Nothing is stored for it, because it is made from the published version whenever somebody opens
 * it.
 */
export const publicPage: TriggerData = {
  published: nothing,
  unpublished: nothing,
  paused: nothing,
  resumed: nothing,
  deleted: nothing,
};
