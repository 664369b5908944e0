import { missingSettings } from '@workflow/components/descriptors';
import { wrong, type Definition, type DefinitionProblem } from '@workflow/workflow-model';

/** Returns a warning for each setting of a trigger that is off although a component behind the trigger needs it. */
export function checkSettings(definition: Definition): DefinitionProblem[] {
  return missingSettings(definition).map(({ trigger, property, neededBy }) => ({
    componentId: trigger.id,
    path: `/config/${property}`,
    ...wrong('SETTING_OFF', { field: `config.${property}`, component: neededBy.name || neededBy.type }),
  }));
}
