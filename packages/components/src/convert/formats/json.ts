import { hasTooManyShapes, StepFailure, TOO_MANY_SHAPES, type Json } from '@workflow/workflow-model';
import type { Format } from './format.ts';

export const json: Format = {
  read(text) {
    if (hasTooManyShapes(text)) throw new StepFailure('OUTPUT_TOO_LARGE', `the text ${TOO_MANY_SHAPES}`);
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      if (error instanceof RangeError) throw error;
      throw new StepFailure('JSON_INVALID', 'the text is not JSON');
    }
  },
  write: (value) => JSON.stringify(value),
};
