import type { JsonObject } from '@workflow/workflow-model';
import { api, dataOf } from '../../api/client.ts';
import type { Template } from '../../api/queries/templates.ts';
import { rememberInput } from '../../editor/values/remembered-input.ts';

/**
 * Makes the workflow of a template with what it needs, whose test run begins with the template's sample values.
 * @param name the template's own, or with a number, when null
 * @returns the new workflow's id
 */
export async function makeFromTemplate({ key }: Template, name: string | null): Promise<string> {
  const body = name === null ? {} : { name };
  const { id, samples } = await dataOf(api.POST('/v1/workflow-templates/{key}', { path: { key }, body }));
  for (const { componentId, placeholderValues } of samples)
    rememberInput(id, componentId, placeholderValues as JsonObject);
  return id;
}
