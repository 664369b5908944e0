/** Returns the values of the caller as its placeholders. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
