import { buildSession, timeOrderedId, type DescribedSession } from '@workflow/session-store';
import { setOwn, type AskedField, type Json, type JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { nameSentFiles } from '../runs/name-sent-files.ts';
import type { OpenedForm } from './find-form.ts';

/** Returns the placeholder values of a filled form, by dotted keys as callers send them. */
export function submittedValues(form: OpenedForm, filled: JsonObject): JsonObject {
  const { output } = form.start.component;
  const values: JsonObject = {};
  if (output === undefined || output === '') return values;
  addFields(form.settings.fields, filled, `${output}.`, values);
  values[`${output}.submittedBy`] = form.member?.email ?? null;
  return values;
}

function addFields(fields: readonly AskedField[], filled: JsonObject, within: string, values: JsonObject): void {
  for (const { key, type, fields: nested = [] } of fields) {
    if (!Object.hasOwn(filled, key)) continue;
    const value = filled[key] as Json;
    if (type === 'OBJECT') addFields(nested, value as JsonObject, `${within}${key}.`, values);
    else setOwn(values, `${within}${key}`, value);
  }
}

/**
 * Describes the session that a form starts, by the rules for deliveries. `token` identifies the page from which the
 * form was sent.
 * @throws ApiError INVALID_REQUEST if a file was already deleted
 */
export async function describeSubmission(
  context: AppContext,
  { start, definition, organizationId, workflowId, member }: OpenedForm,
  values: JsonObject,
  token: string | null,
): Promise<DescribedSession> {
  const { component, findFiles } = start;
  const id = timeOrderedId();
  if (findFiles !== null) await nameSentFiles(context, organizationId, id, findFiles(values));
  return buildSession(definition.rules, {
    id,
    organizationId,
    workflowId,
    definitionId: definition.definitionId,
    workflowVersion: definition.version,
    componentId: component.id,
    trigger: 'FORM',
    mode: 'PROD',
    values,
    startedBy: member?.userId ?? null,
    delivery: token === null ? undefined : { id: `form ${token}` },
  });
}
