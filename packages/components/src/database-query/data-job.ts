import { hasTooManyShapes, parseReceivedJson, StepFailure, TOO_MANY_SHAPES } from '@workflow/component-kit/run';
import type { Json, DataJob } from '@workflow/component-kit/data-job';

/** Parses the JSON values of a result. Values without text in `small` are separate, so that they are sent in parts. */
export const dataJob: DataJob = ({ small = [], ...large }) =>
  (small as (string | null)[]).map((text, index) => parsed(text ?? String(large[`large ${index}`])));

/** Parses one value. Text that is not JSON is returned as text. @throws StepFailure OUTPUT_TOO_LARGE */
function parsed(text: string): Json {
  if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `A JSON value ${TOO_MANY_SHAPES}`);
  try {
    return parseReceivedJson(text);
  } catch {
    return text;
  }
}
