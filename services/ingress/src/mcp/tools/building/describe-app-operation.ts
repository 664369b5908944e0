import { readAppOperation } from '../../../apps/read-operation.ts';
import { argumentsCheck } from '../arguments.ts';
import { resultOf, type Tool } from '../tool.ts';
import { appId } from './definition-schemas.ts';
import { routeOperation } from './route-operation.ts';

const inputSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['appId', 'key'],
  properties: {
    appId,
    key: { type: 'string', minLength: 1, maxLength: 300, description: 'The key from list_app_operations.' },
  },
} as const;
const read = argumentsCheck(inputSchema);
const operation = routeOperation(readAppOperation);

export const describeAppOperationTool: Tool = {
  scope: 'manage',
  description: {
    name: 'describe_app_operation',
    title: 'Describe an operation of an app',
    description:
      'Returns one operation of the newest version of an app: inputSchema (JSON Schema of the arguments of an ' +
      'app-action; each value may be a template), outputSchema, and returns (the type of the output of the ' +
      'component). Use key as the action of the component, or in the actions of a tool of an agent, and version as ' +
      'its version. Leave returns and shape out ' +
      'of the config: the service sets them. Schemas that are too large for a result are left out ' +
      '(schemasTruncated).',
    inputSchema: inputSchema as never,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async call(call) {
    const { appId: id, key } = read(call.given);
    const { body } = await operation(call, { params: { id, key } });
    const { digest: _digest, credentialSuggestions: _suggestions, ...shown } = body;
    if (Buffer.byteLength(JSON.stringify(shown)) <= call.context.config.mcp.maxOutputBytes) return resultOf(shown);
    const { inputSchema: _input, outputSchema: _output, returns: _returns, ...short } = shown;
    return resultOf({ ...short, schemasTruncated: true });
  },
};
