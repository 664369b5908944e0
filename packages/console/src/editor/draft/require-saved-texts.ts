import { componentName } from './component-name.ts';
import type { DraftState } from './draft-store.ts';
import { problemOfText } from './unsaved-text.ts';

/**
 * Refuses a test run while a field shows text that the draft cannot take. The run would use the field's last value.
 * @param only the id of the component that runs alone
 * @throws Error that names the field
 */
export function requireSavedTexts({ draft, unsavedTexts }: DraftState, only?: string): void {
  const text = unsavedTexts.find(({ componentId }) => only === undefined || componentId === only);
  if (text === undefined) return;
  const component = draft.components.find(({ id }) => id === text.componentId);
  const name = component === undefined ? '' : `${componentName(component)}: `;
  throw new Error(`The test did not start. ${name}${problemOfText(text).message}`);
}
