import { docsOf, exampleOf } from '@workflow/components/docs';
import type { JsonObject } from '@workflow/workflow-model';
import { listComponentTypes } from '../../../workflows/list-component-types.ts';
import { argumentsCheck } from '../arguments.ts';
import { refusalOf, resultOf, type Tool } from '../tool.ts';
import { routeOperation } from './route-operation.ts';

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['type'],
  properties: {
    type: { type: 'string', minLength: 1, maxLength: 64, description: 'The type from list_component_types.' },
  },
} as const;
const read = argumentsCheck(inputSchema);
const operation = routeOperation(listComponentTypes);

export const describeComponentTypeTool: Tool = {
  scope: 'manage',
  description: {
    name: 'describe_component_type',
    title: 'Describe a component type',
    description:
      'Returns what a component of a type needs and gives: configSchema (JSON Schema of its config), ports (the ' +
      'exits of a component with the default config; docs explains how the config adds others), outputs (the ' +
      'placeholders of such a component), docs (Markdown) and example (a complete workflow with sample values and ' +
      'the output of its session). Ids of workflows and credentials in an example do not exist: use your own. Read ' +
      'it before you use a type for the first time.',
    inputSchema: inputSchema as never,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async call(call) {
    const { type: requestedType } = read(call.given);
    const { body } = await operation(call, {});
    const typeView = (body['items'] as JsonObject[]).find(({ type }) => type === requestedType);
    if (typeView === undefined)
      return refusalOf(`There is no component type '${requestedType}'. list_component_types lists the types`);
    const { manifest: _manifest, ...described } = typeView;
    // A type of a package has an example in its docs.
    const example = docsOf(requestedType) === '' ? null : exampleOf(requestedType as Parameters<typeof exampleOf>[0]);
    return resultOf({ ...described, example: example as unknown as JsonObject | null });
  },
};
