import { StepFailure } from '@workflow/workflow-model';

/** Thrown if the server answered a request, but its answer cannot be read. The request may have had its effect. */
export class AnswerFailure extends StepFailure {
  constructor(message: string) {
    super('HTTP_FAILED', message);
  }
}
