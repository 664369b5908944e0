import { api, dataOf } from '../../api/client.ts';
import { freeWorkflowName } from '../../api/queries/free-workflow-name.ts';
import type { Template } from '../../api/queries/templates.ts';
import type { DraftBody } from '../../api/queries/workflows.ts';
import type { JsonObject } from '@workflow/workflow-model';
import { rememberInput } from '../../editor/values/remembered-input.ts';
import { uniqueName } from './unique-name.ts';

/**
 * Makes the workflow of a template with what it needs: its tables where there are none of the name, and the workflows
 * that it starts, published. The test run of the new one begins with the template's sample values.
 * @param name the template's own, or with a number, when null
 * @returns the new workflow's id
 */
export async function makeFromTemplate(template: Template, name: string | null): Promise<string> {
  await makeTables(template);
  let definition = JSON.stringify(template.definition);
  for (const child of template.workflows) {
    const id = await create(await freeWorkflowName(child.name, uniqueName), '', child.definition as DraftBody);
    await dataOf(api.POST('/v1/workflows/{id}/publish', { path: { id } }));
    definition = definition.replaceAll(child.id, id);
  }
  const id = await create(
    name ?? (await freeWorkflowName(template.name, uniqueName)),
    template.description,
    JSON.parse(definition) as DraftBody,
  );
  for (const { componentId, placeholderValues } of template.samples)
    rememberInput(id, componentId, placeholderValues as JsonObject);
  return id;
}

async function makeTables({ tables }: Template): Promise<void> {
  if (tables.length === 0) return;
  const { items } = await dataOf(api.GET('/v1/organization/tables', { query: { limit: 200 } }));
  const names = new Set(items.map((table) => table.name));
  for (const table of tables) {
    if (names.has(table.name)) continue;
    await dataOf(api.POST('/v1/organization/tables', { body: table as never }));
  }
}

async function create(name: string, description: string, definition: DraftBody): Promise<string> {
  const { id } = await dataOf(api.POST('/v1/workflows', { body: { ...definition, name, description } }));
  return id;
}
