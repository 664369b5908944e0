import { parseReceivedJson } from '@workflow/component-kit';
import { hasTooManyShapes, StepFailure, TOO_MANY_SHAPES } from '@workflow/workflow-model';
import type { Format } from './format.ts';

const BYTE_ORDER_MARK = '\uFEFF';

export const json: Format = {
  /**
   * An integer that a double cannot represent exactly becomes text with its digits (decision 0055). A byte order mark
   * is ignored (RFC 8259 §8.1).
   */
  read(text) {
    if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `The text ${TOO_MANY_SHAPES}`);
    try {
      return parseReceivedJson(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
    } catch (error) {
      if (error instanceof RangeError) throw new StepFailure('DATA_LIMIT', 'The text is nested too deeply');
      throw new StepFailure('JSON_INVALID', 'The text is not JSON');
    }
  },
  write: (value) => JSON.stringify(value),
};
