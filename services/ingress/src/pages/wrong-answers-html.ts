import type { AskedField } from '@workflow/workflow-model';
import { fieldId, type FormState } from './asked-fields-html.ts';
import { markup, type Html } from './html.ts';

/** A control of a page. */
interface Place {
  /** By which problems name it. */
  path: string;
  label: string;
  id: string;
}

/**
 * That answers are wrong, with a way to each of them. A page that is shown again begins here, for the keyboard and for
 * who listens to it: nothing else says without scripts that it is not the page of before.
 * @param others controls beside the fields
 */
export function wrongAnswersHtml(
  fields: readonly AskedField[],
  { problems }: Pick<FormState, 'problems'>,
  others: readonly Place[] = [],
): Html {
  const wrong = [...placesOf(fields), ...others].filter(({ path }) => problems.has(path));
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
