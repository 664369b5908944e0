import { defineRunner } from '@workflow/component-kit/run';
import { callOperation } from './call-operation.ts';
import { descriptor } from './descriptor.ts';

/** Calls the operation as the version that the config names describes it. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const operation = await context.openOperation();
    const { arguments: given } = context.config;
    const input = { app: operation.app.name, action: operation.key, arguments: given };
    context.recordInput(input);
    const { files, http, idempotencyKey, mayHaveHappened, signal } = context;
    const call = {
      ...{ files, http, idempotencyKey, mayHaveHappened, signal },
      allowRetry: (isAllowed: boolean) => context.allowRetry(isAllowed),
      now: () => context.now(),
      begin: () => context.beginEffect(input),
    };
    return callOperation(call, operation, given);
  },
});
