import type { FileValue } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RouteRequest } from '../http/define-route.ts';
import { FORM_TYPE, isFormType, readSentForm } from '../pages/read-sent-form.ts';
import type { SentForm } from '../pages/read-asked-fields.ts';
import { isMultipart, storeParts } from '../webhooks/store-form.ts';

/** What was sent with a form. The files are stored, and belong to nothing yet. */
export interface Submission {
  sent: SentForm;
  files: ReadonlyMap<string, FileValue[]>;
  /** Characters of all texts. */
  length: number;
}

/**
 * Reads a form that was sent, files while they come.
 * @throws ApiError as `readBody` and `storeParts`; UNSUPPORTED_MEDIA_TYPE
 */
export async function readSubmission(
  context: AppContext,
  request: RouteRequest<unknown, unknown, unknown>,
  organizationId: string,
): Promise<Submission> {
  const { message, readBody } = request;
  if (isMultipart(message)) {
    const parts = await storeParts(context, request, organizationId);
    const texts = parts.filter((part): part is [string, string] => typeof part[1] === 'string');
    const stored = parts.filter((part): part is [string, FileValue] => typeof part[1] !== 'string');
    // A browser sends an empty file without a name where none was chosen.
    return {
      ...grouped(texts),
      files: groupedFiles(stored.filter(([, { size, name }]) => size > 0 || name !== 'file')),
    };
  }
  if (!isFormType(message.headers['content-type']))
    throw new ApiError('UNSUPPORTED_MEDIA_TYPE', { values: { expected: `${FORM_TYPE} or multipart/form-data` } });
  const { bytes } = await readBody();
  await context.bodies.turns.wait(organizationId, bytes.length);
  return { sent: readSentForm(bytes, context.config.http.maxFormFields), files: new Map(), length: bytes.length };
}

function grouped(pairs: readonly [string, string][]): Pick<Submission, 'sent' | 'length'> {
  const sent = new Map<string, string[]>();
  let length = 0;
  for (const [name, value] of pairs) {
    length += value.length;
    const known = sent.get(name);
    if (known === undefined) sent.set(name, [value]);
    else known.push(value);
  }
  return { sent, length };
}

function groupedFiles(pairs: readonly [string, FileValue][]): Map<string, FileValue[]> {
  const files = new Map<string, FileValue[]>();
  for (const [name, file] of pairs) files.set(name, [...(files.get(name) ?? []), file]);
  return files;
}
