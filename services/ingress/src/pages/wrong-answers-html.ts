import type { AskedField } from '@workflow/workflow-model';
import { fieldId, type FormState } from './asked-fields-html.ts';
import { markup, type Html } from './html.ts';

/** A control of a page. */
interface Place {
  /** The name of the control in problems. */
  path: string;
  label: string;
  id: string;
}

/**
 * Returns a list of the invalid answers, with a link to each. A page that is shown again begins with it, for the
 * keyboard and for screen readers, because without scripts nothing else shows that the page changed.
 * @param otherControls controls in addition to the fields
 */
export function wrongAnswersHtml(
  fields: readonly AskedField[],
  { problems }: Pick<FormState, 'problems'>,
  otherControls: readonly Place[] = [],
): Html {
  const wrong = [...placesOf(fields), ...otherControls].filter(({ path }) => problems.has(path));
  const item = ({ path, label, id }: Place) => markup`<li><a href="#${id}">${label}</a> ${problems.get(path)}</li>`;
  const text = wrong.length === 1 ? 'Please correct 1 field' : `Please correct ${wrong.length} fields`;
  return markup`<div class="alert" role="alert" tabindex="-1" autofocus><p>${text}:</p>
<ul>${wrong.map(item)}</ul></div>`;
}

function placesOf(fields: readonly AskedField[], within?: { path: string; id: string }): Place[] {
  return fields.flatMap(({ key, label = key, type, fields: nested = [] }, index): Place[] => {
    const path = within === undefined ? key : `${within.path}.${key}`;
    const id = fieldId(index, within?.id);
    return type === 'OBJECT' ? placesOf(nested, { path, id }) : [{ path, label, id }];
  });
}
