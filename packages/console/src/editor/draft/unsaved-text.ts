import { pointerKeys, valueAtKeys, type Definition } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';

/** Text in a field that the draft cannot take, such as JSON without its end. The draft keeps the field's last value. */
export interface UnsavedText {
  componentId: string;
  /** JSON pointer of the field within its component. */
  path: string;
  label: string;
  text: string;
  reason: string;
  /** It is a part of the text, so that the code of the rule is loaded with the forms. */
  remainsAfter: (change: DraftChange) => boolean;
}

export interface DraftChange {
  before: Definition;
  after: Definition;
  selected: string | null;
}

/** Returns whether the component and the last value of a text are still in the draft after a change. */
export function isStillUnsaved(
  { componentId, path }: Pick<UnsavedText, 'componentId' | 'path'>,
  { before, after, selected }: DraftChange,
): boolean {
  const [old, now] = [componentOf(before, componentId), componentOf(after, componentId)];
  // Only a step back, or another draft, changes a component whose form is closed. Its fields may be others.
  if (now === undefined || (componentId !== selected && now.config !== old?.config)) return false;
  const keys = pointerKeys(path);
  return valueAtKeys(now, keys) === valueAtKeys(old, keys);
}

/** Returns the text as a problem of its field, which prevents publishing: the draft has the field's last value. */
export function problemOfText({ componentId, path, label, reason }: UnsavedText): Problem {
  return { componentId, path, code: 'TEXT_NOT_SAVED', values: {}, message: `${label} is not saved. ${reason}` };
}

function componentOf(draft: Definition, id: string) {
  return draft.components.find((component) => component.id === id);
}
