/** Returns the submitted form as its placeholder. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
