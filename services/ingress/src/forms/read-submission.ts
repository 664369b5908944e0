import { itemShape, type AskedField, type FileValue } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RouteRequest } from '../http/define-route.ts';
import { FORM_TYPE, isFormType, readSentForm } from '../pages/read-sent-form.ts';
import type { SentForm } from '../pages/read-asked-fields.ts';
import { isMultipart } from '../http/bodies/multipart/is-multipart.ts';
import { valuesByName } from '../webhooks/read-form.ts';
import { storeParts, type FileChoice } from '../webhooks/store-form.ts';
import type { OpenedForm } from './find-form.ts';
import { trapNameOf } from './form-page.ts';

/** A form that was sent. Its files are stored, and nothing references them yet. */
export interface Submission {
  sent: SentForm;
  files: ReadonlyMap<string, FileValue[]>;
  /** The ids of all stored files. */
  fileIds: readonly string[];
  /** The characters of all texts. */
  length: number;
}

/**
 * Reads a form. Files of its FILE fields are stored while they arrive, unless the hidden field before them is filled
 * in. Nothing else is stored.
 * @throws ApiError as `readBody` and `storeParts`; UNSUPPORTED_MEDIA_TYPE
 */
export async function readSubmission(
  context: AppContext,
  request: RouteRequest<unknown, unknown, unknown>,
  form: OpenedForm,
): Promise<Submission> {
  const { organizationId } = form;
  const { message, readBody, enterOrganization } = request;
  if (isMultipart(message)) {
    const choice = fileChoice(form, context.config.limits.maxFormFileBytes);
    const parts = await storeParts(context, request, organizationId, choice);
    await enterOrganization(organizationId);
    const texts = parts.filter((part): part is [string, string] => typeof part[1] === 'string');
    const stored = parts.filter((part): part is [string, FileValue] => typeof part[1] !== 'string');
    // A browser sends an empty file without a name if no file was chosen.
    return {
      sent: valuesByName(texts),
      files: valuesByName(stored.filter(([, { size, name }]) => size > 0 || name !== 'file')),
      fileIds: stored.map(([, { fileId }]) => fileId),
      length: texts.reduce((sum, [, text]) => sum + text.length, 0),
    };
  }
  if (!isFormType(message.headers['content-type']))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: `${FORM_TYPE} or multipart/form-data` } });
  const { bytes } = await readBody();
  await context.bodies.turns.wait(organizationId, bytes.length);
  const sent = readSentForm(bytes, context.config.http.maxFormFields);
  return { sent, files: new Map(), fileIds: [], length: bytes.length };
}

/** Returns which files are stored. A field for one file accepts only the first. */
function fileChoice(form: OpenedForm, maxBytes: number): FileChoice {
  const trap = trapNameOf(form);
  const fields = filePathsOf(form.settings.fields);
  const fieldsWithFile = new Set<string>();
  let isTrapped = false;
  return {
    maxBytes,
    takesFile(field) {
      const takesSeveral = fields.get(field);
      if (isTrapped || takesSeveral === undefined || (!takesSeveral && fieldsWithFile.has(field))) return false;
      fieldsWithFile.add(field);
      return true;
    },
    onField(name, value) {
      isTrapped ||= name === trap && value !== '';
    },
  };
}

/** Returns the dotted keys of fields that accept files. The value is true if the field accepts several. */
function filePathsOf(fields: readonly AskedField[], within = ''): Map<string, boolean> {
  const paths = new Map<string, boolean>();
  for (const { key, type, items, fields: nested = [] } of fields) {
    const path = `${within}${key}`;
    if (type === 'FILE') paths.set(path, false);
    else if (type === 'LIST' && itemShape(items).type === 'FILE') paths.set(path, true);
    else if (type === 'OBJECT') for (const inner of filePathsOf(nested, `${path}.`)) paths.set(...inner);
  }
  return paths;
}
