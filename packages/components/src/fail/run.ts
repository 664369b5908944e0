import { asChosenCode, defineRunner, StepFailure } from '@workflow/component-kit/run';
import { descriptor, MAX_CODE_LENGTH } from './descriptor.ts';

/** Fails with what the author chose. It has no ports, so the session fails with it. */
export const runner = defineRunner(descriptor, {
  run({ config: { code: written, message } }) {
    const code = written.trim();
    if (code === '' || code.length > MAX_CODE_LENGTH) {
      const length = code === '' ? 'is empty' : `has ${code.length} characters. The limit is ${MAX_CODE_LENGTH}`;
      throw new StepFailure('CONFIG_INVALID', `code ${length}`);
    }
    // An author's code may be that of a failure that is worth another try.
    throw new StepFailure(asChosenCode(code), message, { retryable: false });
  },
});
