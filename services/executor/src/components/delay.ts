import { MAX_DELAY_SECONDS } from '@workflow/component-catalog';
import { dateTimeMillis, type Json } from '@workflow/workflow-model';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../failures/step-failure.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';
import { whenReady } from './component.ts';

/**
 * Waits without using a slot of the executor. The step stores until when, so restarts neither shorten nor lengthen the
 * wait.
 */
export const delay: ComponentType = {
  prepare(component) {
    const { seconds, until } = component.config;
    const template = compileTemplate(until ?? seconds ?? 0);
    const dueTime = until === undefined ? afterSeconds : parseUntil;
    return (context) => {
      if (context.waited !== null) return proceed(context, context.waited.until ?? new Date(0));
      return whenReady(template(context), (value) => {
        context.recordInput(until === undefined ? { seconds: value } : { until: value });
        return proceed(context, dueTime(context, value));
      });
    };
  },
};

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

function parseUntil(_context: StepContext, value: Json): Date {
  const millis = typeof value === 'string' ? dateTimeMillis(value) : Number.NaN;
  if (Number.isNaN(millis)) throw new StepFailure('CONFIG_INVALID', 'until must be an ISO-8601 date-time');
  return new Date(millis);
}
