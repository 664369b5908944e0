import { docsOf, exampleOf } from '@workflow/components/docs';
import type { JsonObject } from '@workflow/workflow-model';
import { listComponentTypes } from '../../../workflows/list-component-types.ts';
import { defineTool } from '../define-tool.ts';
import { refusalOf, resultOf } from '../tool.ts';
import { routeOperation } from './route-operation.ts';
import { strictObject } from '../../../http/schema-parts.ts';

const operation = routeOperation(listComponentTypes);

export const describeComponentTypeTool = defineTool({
  scope: 'manage',
  name: 'describe_component_type',
  title: 'Describe a component type',
  description:
    'Returns what a component of a type needs and gives: configSchema (JSON Schema of its config), ports (the ' +
    'exits of a component with the default config; docs explains how the config adds others), outputs (the ' +
    'placeholders of such a component), docs (Markdown) and example (a complete workflow with sample values and ' +
    'the output of its session). Ids of workflows and credentials in an example do not exist: use your own. Read ' +
    'it before you use a type for the first time.',
  input: strictObject({
    type: { type: 'string', minLength: 1, maxLength: 64, description: 'The type from list_component_types.' },
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ type: requestedType }, call) {
    const { body } = await operation(call, {});
    const typeView = (body['items'] as JsonObject[]).find(({ type }) => type === requestedType);
    if (typeView === undefined)
      return refusalOf(`There is no component type '${requestedType}'. list_component_types lists the types`);
    const { manifest: _manifest, ...described } = typeView;
    // A type of a package has an example in its docs.
    const example = docsOf(requestedType) === '' ? null : exampleOf(requestedType as Parameters<typeof exampleOf>[0]);
    return resultOf({ ...described, example: example as unknown as JsonObject | null });
  },
});
