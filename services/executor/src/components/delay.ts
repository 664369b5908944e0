import type { Json } from '@workflow/workflow-model';
import { compileTemplate } from '../expressions/compile-template.ts';
import { StepFailure } from '../session/step-failure.ts';
import type { ComponentType, StepContext, StepResult } from './component.ts';
import { whenReady } from './component.ts';

const MAX_DELAY_SECONDS = 366 * 24 * 60 * 60;

/** Waits without holding anything: until when is kept with the step, so restarts neither shorten nor lengthen it. */
export const delay: ComponentType = {
  hasEffect: false,
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

/** ISO-8601; the bracketed zone of a normalized DATE_TIME repeats what its offset says. */
function parseUntil(_context: StepContext, value: Json): Date {
  const until = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? new Date(withOffset(value.replace(/\[[^\]]*\]$/, ''))) : null;
  if (until === null || Number.isNaN(until.getTime())) throw new StepFailure('CONFIG_INVALID', 'until must be an ISO-8601 date-time');
  return until;
}

/** A date-time without an offset is read as UTC, as placeholders are, and not in this machine's zone. */
function withOffset(text: string): string {
  return /T/.test(text) && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text;
}
