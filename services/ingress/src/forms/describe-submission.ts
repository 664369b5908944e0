import { describeSession, timeOrderedId, type DescribedSession } from '@workflow/session-store';
import { hideStart } from '@workflow/validation';
import { setOwn, type AskedField, type Json, type JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { gatheredRequest } from '../intake/gathered-request.ts';
import { nameSentFiles } from '../runs/name-sent-files.ts';
import type { OpenedForm } from './find-form.ts';

/** The placeholder values of what was filled in, by dotted keys as callers send them. */
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
 * The session that a form starts, by the rules for deliveries. `token`: of the page that it was sent with.
 * @throws ApiError INVALID_REQUEST when a file is gone already
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
  const flow = await definition.flowKeys?.(values);
  const hiding = hideStart(definition.content, values);
  return describeSession({
    id,
    organizationId,
    workflowId,
    definitionId: definition.definitionId,
    workflowVersion: definition.version,
    componentId: component.id,
    trigger: 'FORM',
    mode: 'PROD',
    values: hiding?.shown ?? values,
    hidden: hiding?.hidden,
    startedBy: member?.userId ?? null,
    delivery: token === null ? undefined : { id: `form ${token}` },
    priority: definition.priority,
    flow: flow?.keys,
    warning: flow !== undefined && flow.problems.length > 0 ? flow.problems.join('; ') : undefined,
    gather: gatheredRequest(definition.gather, flow?.keys, component, values),
  });
}
