import { asChosenCode, defineRunner, StepFailure } from '@workflow/component-kit/run';
import { descriptor, MAX_CODE_LENGTH } from './descriptor.ts';

/** Fails with the author's code and message. It has no ports, so the session fails. */
export const runner = defineRunner(descriptor, {
  run({ config: { code: written, message } }) {
    const code = written.trim();
    if (code === '' || code.length > MAX_CODE_LENGTH) {
      const length = code === '' ? 'is empty' : `has ${code.length} characters. The limit is ${MAX_CODE_LENGTH}`;
      throw new StepFailure('CONFIG_INVALID', `code ${length}`);
    }
    // The code may equal that of a failure that can be retried, so retries are disabled.
    throw new StepFailure(asChosenCode(code), message, { retryable: false });
  },
});
