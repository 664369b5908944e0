/** Passes on the received request as JSON text (contract §2.6), which was created when it was accepted. */
export { triggerRunner as runner } from '@workflow/component-kit/run';
