/** Its placeholder is the session that failed. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
