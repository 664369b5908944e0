import { jsonSchemaOfFields } from '@workflow/component-kit';
import type { JsonObject, StepContext } from '@workflow/component-kit/run';
import { isOperation, type Tool } from './begin.ts';
import { READ_RESULT, READ_RESULT_DESCRIPTION, READ_RESULT_SCHEMA } from './large-results.ts';
import { readSchemas } from './operations.ts';

export type ToolsForModel = Record<string, { description: string; schema: JsonObject }>;

/**
 * Returns the tools in the form for a model, with the tool that reads large results. The schemas of operations are read
 * from the version of their app, which does not change.
 * @throws StepFailure APP_MISSING if an app was deleted
 */
export async function toolsForModel(context: StepContext, tools: readonly Tool[]): Promise<ToolsForModel> {
  if (tools.length === 0) return {};
  const operations = tools.filter(isOperation);
  const read = await readSchemas(
    context,
    operations.map(({ pointer }) => pointer),
  );
  const schemaOf = new Map<Tool, JsonObject>(operations.map((tool, index) => [tool, read[index] as JsonObject]));
  return {
    ...Object.fromEntries(
      tools.map((tool) => {
        const schema = isOperation(tool) ? schemaOf.get(tool) : jsonSchemaOfFields(tool.fields);
        return [tool.name, { description: tool.description, schema: schema ?? {} }];
      }),
    ),
    [READ_RESULT]: { description: READ_RESULT_DESCRIPTION, schema: READ_RESULT_SCHEMA },
  };
}
