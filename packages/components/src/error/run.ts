/** Returns the failed session as its placeholder. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
