import type { JsonObject } from '@workflow/workflow-model';
import { listComponentTypes } from '../../../workflows/list-component-types.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { routeOperation } from './route-operation.ts';

const operation = routeOperation(listComponentTypes);

export const listComponentTypesTool = defineTool({
  scope: 'manage',
  name: 'list_component_types',
  title: 'List component types',
  description:
    'Lists the types of components that workflows are built of: type, title, category, whether it starts a ' +
    'workflow (isTrigger), and one line about it. describe_component_type has the rest of one type.',
  input: { type: 'object', additionalProperties: false, properties: {} },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(_args, call) {
    const { body } = await operation(call, {});
    const items = (body['items'] as JsonObject[]).map(({ type, title, category, isTrigger, description }) => ({
      type: type!,
      title: title!,
      category: category!,
      isTrigger: isTrigger!,
      description: description!,
    }));
    return resultOf({ items });
  },
});
