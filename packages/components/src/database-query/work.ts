import { hasTooManyShapes, parseReceivedJson, StepFailure, TOO_MANY_SHAPES } from '@workflow/component-kit/run';
import type { Json, Work } from '@workflow/component-kit/work';

/**
 * Parses the JSON values of a result. Those without a text in `small` are values of their own, so that they travel in
 * parts.
 */
export const work: Work = ({ small = [], ...large }) =>
  (small as (string | null)[]).map((text, index) => parsed(text ?? String(large[`large ${index}`])));

/** What is no JSON is given as text. @throws StepFailure OUTPUT_TOO_LARGE */
function parsed(text: string): Json {
  if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `a JSON value ${TOO_MANY_SHAPES}`);
  try {
    return parseReceivedJson(text);
  } catch {
    return text;
  }
}
