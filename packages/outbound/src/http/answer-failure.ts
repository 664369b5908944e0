import { StepFailure } from '@workflow/workflow-model';

/** The server answered a request, and its answer cannot be read: what was asked for may have been done. */
export class AnswerFailure extends StepFailure {
  constructor(message: string) {
    super('HTTP_FAILED', message);
  }
}
