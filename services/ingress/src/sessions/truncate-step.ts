import type { Json, StepView } from '@workflow/workflow-model';

/** JSON text of a value that is shown whole, in characters. */
const MAX_SHOWN = 16 * 1024;
const PREVIEW = 1024;

export type ShownStep = StepView & { truncated?: true };

/** A step for a list: large values become the beginning of their JSON text. What is stored stays whole. */
export function truncateStep(step: StepView): ShownStep {
  const input = preview(step.input);
  const output = preview(step.output);
  return input === step.input && output === step.output ? step : { ...step, input, output, truncated: true };
}

function preview(value: Json): Json {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN ? value : `${text.slice(0, PREVIEW).toWellFormed()}… (${text.length} characters)`;
}
