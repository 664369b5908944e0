/** Its placeholder is the due time that the session was started for. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
