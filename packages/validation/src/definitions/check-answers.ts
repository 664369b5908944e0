import { unansweredTriggers } from '@workflow/components/descriptors';
import { wrong, type Definition, type DefinitionProblem } from '@workflow/workflow-model';

/** Returns a warning for each trigger whose callers wait for an output that no component sets. */
export function checkAnswers(definition: Definition): DefinitionProblem[] {
  return unansweredTriggers(definition).map(({ id, name, type }) => ({
    componentId: id,
    path: '',
    ...wrong('TRIGGER_UNANSWERED', { component: name || type }),
  }));
}
