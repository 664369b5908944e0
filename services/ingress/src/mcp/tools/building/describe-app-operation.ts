import { readAppOperation } from '../../../apps/read-operation.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { appId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';
import { strictObject } from '../../../http/schema-parts.ts';

const inputSchema = strictObject({
  appId,
  key: { type: 'string', minLength: 1, maxLength: 300, description: 'The key from list_app_operations.' },
});
const operation = routeOperation(readAppOperation);

export const describeAppOperationTool = defineTool({
  scope: 'manage',
  name: 'describe_app_operation',
  title: 'Describe an operation of an app',
  description:
    'Returns one operation of the newest version of an app: inputSchema (JSON Schema of the arguments of an ' +
    'app-action; each value may be a template), outputSchema, and returns (the type of the output of the ' +
    'component). Use key as the action of the component, or in the actions of a tool of an agent, and version as ' +
    'its version. Leave returns and shape out ' +
    'of the config: the service sets them. Schemas that are too large for a result are left out ' +
    '(schemasTruncated).',
  input: inputSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ appId: id, key }, call) {
    const { body } = await operation(call, { params: { id, key } });
    const { digest: _digest, credentialSuggestions: _suggestions, ...shown } = body;
    if (Buffer.byteLength(JSON.stringify(shown)) <= call.context.config.mcp.maxOutputBytes) return resultOf(shown);
    const { inputSchema: _input, outputSchema: _output, returns: _returns, ...short } = shown;
    return resultOf({ ...short, schemasTruncated: true });
  },
});
