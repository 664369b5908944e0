/** Returns the message as its placeholder. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
