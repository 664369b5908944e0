import {
  dateTimeMillis,
  defineRunner,
  StepFailure,
  type Json,
  type StepContext,
  type StepResult,
} from '@workflow/component-kit/run';
import { MAX_DELAY_SECONDS } from '@workflow/workflow-model';
import { descriptor } from './descriptor.ts';

/** Waits without using a slot of the executor. The step stores the end of the delay, so restarts do not change it. */
export const runner = defineRunner(descriptor, {
  run(context) {
    const { seconds = 0, until } = context.config;
    context.recordInput(until === undefined ? { seconds } : { until });
    return proceed(context, until === undefined ? afterSeconds(context, seconds) : parseUntil(until));
  },
  resume: (context) => proceed(context, context.waited?.until ?? new Date(0)),
});

function proceed(context: StepContext, until: Date): StepResult {
  return until.getTime() <= context.now() ? { kind: 'succeeded', output: null } : { kind: 'waiting', until };
}

function afterSeconds(context: StepContext, value: Json): Date {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !(seconds >= 0 && seconds <= MAX_DELAY_SECONDS)) {
    throw new StepFailure('CONFIG_INVALID', `seconds must be a number from 0 to ${MAX_DELAY_SECONDS}`);
  }
  return new Date(context.startedAt.getTime() + seconds * 1_000);
}

function parseUntil(value: Json): Date {
  const millis = typeof value === 'string' ? dateTimeMillis(value) : Number.NaN;
  if (Number.isNaN(millis)) throw new StepFailure('CONFIG_INVALID', 'until must be an ISO-8601 date-time');
  return new Date(millis);
}
