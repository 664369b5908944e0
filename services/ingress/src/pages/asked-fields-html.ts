import { itemShape, type AskedField } from '@workflow/workflow-model';
import type { SentForm } from './read-asked-fields.ts';
import { attribute, capitalized, type Html, markup } from './html.ts';

/** The state of a form on a page: the sent values and their problems, by the dotted keys of the fields. */
export interface FormState {
  sent: SentForm;
  problems: ReadonlyMap<string, string>;
}

export const EMPTY_FORM: FormState = { sent: new Map(), problems: new Map() };

/** Returns the controls of the fields that a page asks for. */
export function askedFieldsHtml(fields: readonly AskedField[], state: FormState): Html[] {
  return fields.map((field, index) => fieldHtml(field, field.key, fieldId(index), state));
}

/** Returns the id of a field's control on its page. */
export function fieldId(index: number, within = 'f'): string {
  return `${within}-${index}`;
}

function fieldHtml(field: AskedField, path: string, id: string, state: FormState): Html {
  const { type, choices, label = field.key, help } = field;
  const describedBy = [help !== undefined && `${id}-help`, state.problems.has(path) && `${id}-wrong`].filter(Boolean);
  const control: Control = {
    field,
    name: path,
    id,
    values: field.sensitive === true ? [] : (state.sent.get(path) ?? []),
    attributes: [
      attribute('aria-describedby', describedBy.join(' ') || null),
      attribute('aria-invalid', state.problems.has(path) && 'true'),
    ],
  };
  const about = help !== undefined && markup`<p class="help" id="${id}-help">${help}</p>`;
  const problem = state.problems.get(path);
  const wrong = problem !== undefined && markup`<p class="wrong" id="${id}-wrong">${problemSentence(problem)}</p>`;
  const optional = field.optional === true && markup` <span class="soft">(optional)</span>`;
  if (type === 'OBJECT')
    return markup`<fieldset><legend>${label}${optional}</legend>${about}${wrong}
${(field.fields ?? []).map((one, index) => fieldHtml(one, `${path}.${one.key}`, fieldId(index, id), state))}
</fieldset>`;
  if (type === 'LIST' && choices !== undefined)
    return markup`<fieldset id="${id}"${control.attributes}><legend>${label}${optional}</legend>${about}
      ${choices.map((choice) => checkHtml(control, choice, choice))}${wrong}</fieldset>`;
  if (type === 'BOOLEAN')
    return markup`<div class="field">${checkHtml(control, 'true', markup`${label}`)}${about}${wrong}</div>`;
  return markup`<div class="field"><label for="${id}">${label}${optional}</label>${about}
${inputHtml(control)}${wrong}</div>`;
}

/** The keys of texts for which phones show the keyboard for e-mail addresses, and browsers offer the visitor's own. */
const EMAIL_KEY = /(?:^|_)e[-_]?mail$|Email$/;

interface Control {
  field: AskedField;
  name: string;
  id: string;
  values: readonly string[];
  attributes: Html[];
}

function checkHtml({ field, name, id, values, attributes }: Control, value: string, label: Html | string): Html {
  const isChecked = attribute('checked', values.includes(value));
  const own = field.type === 'BOOLEAN' && markup` id="${id}"${attributes}`;
  const box = markup`<input type="checkbox" name="${name}" value="${value}"${isChecked}${own}>`;
  return markup`<label class="check">${box}${label}</label>`;
}

function inputHtml({ field, name, id, values, attributes }: Control): Html {
  const { type, choices, sensitive, optional } = field;
  const [value = ''] = values;
  const all = markup` id="${id}" name="${name}"${attributes}${attribute('required', optional !== true)}`;
  if (choices !== undefined)
    return markup`<select${all}><option value="">${optional === true ? 'None' : 'Choose …'}</option>${choices.map(
      (choice) => markup`<option${attribute('selected', choice === value)}>${choice}</option>`,
    )}</select>`;
  if (type === 'LIST' && itemShape(field.items).type === 'FILE') return markup`<input type="file" multiple${all}>`;
  if (type === 'FILE') return markup`<input type="file"${all}>`;
  if (sensitive === true) return markup`<input type="password" autocomplete="off"${all}>`;
  if (type === 'NUMBER') return markup`<input inputmode="decimal" value="${value}"${all}>`;
  if (type === 'DATE_TIME') return markup`<input type="datetime-local" value="${value}"${all}>`;
  if (type === 'LIST' || type === 'JSON')
    // A line break right after the tag is not part of the text.
    return markup`<textarea spellcheck="false"${all}>
${values.join('\n')}</textarea>`;
  const isEmail = EMAIL_KEY.test(field.key);
  const keyboard = [attribute('inputmode', isEmail && 'email'), attribute('autocomplete', isEmail && 'email')];
  return markup`<textarea rows="1"${all}${keyboard}>
${value}</textarea>`;
}

/** Returns a problem as the sentence that is shown under its field. */
export function problemSentence(problem: string): string {
  return problem === 'is required' ? 'This field is required.' : `${capitalized(problem)}.`;
}
