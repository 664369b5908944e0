import type { Json } from '@workflow/workflow-model';
import { listAppOperations, operationFilters } from '../../../apps/list-operations.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { boundedList } from './bounded-list.ts';
import { appId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';

const operation = routeOperation(listAppOperations);

export const listAppOperationsTool = defineTool({
  scope: 'manage',
  name: 'list_app_operations',
  title: 'List operations of an app',
  description:
    'Lists the operations of an app: key, title, description, group and effect (none, repeatable or once). Search ' +
    'for words of what you need, since an app may have thousands. describe_app_operation has the arguments and ' +
    'the output of one.',
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['appId'],
    properties: { appId, ...operationFilters },
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ appId: id, ...query }, call) {
    const { body } = await operation(call, { params: { id }, query });
    const shown = boundedList('items', body['items'] as Json[], call.context.config.mcp.maxOutputBytes);
    return resultOf({ ...shown, nextCursor: body['nextCursor'] ?? null });
  },
});
