/** Its placeholder is the whole received request as one JSON text (contract §2.6), made when it was accepted. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
