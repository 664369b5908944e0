import { defineRunner, StepFailure, type Json } from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/**
 * Runs an operation. Its change is committed with a record of the step, so it counts once, however often the step is
 * tried.
 */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { operation, key, value, ttlSeconds = null, scope } = context.config;
    const { stored } = context;
    const input = { operation, key, ...(value !== undefined && { value }), ...(ttlSeconds !== null && { ttlSeconds }) };
    const whole = { ...input, scope };
    context.recordInput(whole);
    if (operation === 'get') return { kind: 'succeeded', output: await stored.get(scope, key) };
    const amount = operation === 'add' ? readAmount(value) : 0;
    await context.beginEffect(whole);
    switch (operation) {
      case 'set':
        return { kind: 'succeeded', output: await stored.set(scope, key, value ?? null, ttlSeconds) };
      case 'add':
        return { kind: 'succeeded', output: await stored.add(scope, key, amount, ttlSeconds) };
      case 'delete':
        return { kind: 'succeeded', output: await stored.delete(scope, key) };
    }
  },
});

/** Returns the number. A text of a number is accepted, as for a caller's NUMBER. */
function readAmount(value: Json | undefined): number {
  if (value === undefined) return 1;
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof amount === 'number' && Number.isFinite(amount)) return amount;
  throw new StepFailure('FIELD_INVALID', 'value must be a number for the operation add');
}
