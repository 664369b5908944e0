/** Its placeholder is what was filled in. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
