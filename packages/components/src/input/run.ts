/** Its placeholders are what the caller sent. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
