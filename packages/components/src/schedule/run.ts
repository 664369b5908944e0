/** Passes on the due time of the session as its placeholder. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
