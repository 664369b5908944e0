import { listCredentials } from '../../../credentials/list-credentials.ts';
import { resultOf, type Tool } from '../tool.ts';
import { routeOperation } from './route-operation.ts';
import { pageArguments, readPageArguments, shownPage } from './shown-page.ts';

const operation = routeOperation(listCredentials);

export const listCredentialsTool: Tool = {
  scope: 'manage',
  description: {
    name: 'list_credentials',
    title: 'List credentials',
    description:
      'Lists the credentials of the organization: id, name, type and status, never a secret value. A field of a ' +
      'configSchema with the x-reference "credential" takes the id of one of its types. People create credentials ' +
      'in the console: when one is missing, ask for it, and leave the field out until then. A TEST run replaces ' +
      'the component meanwhile. Keys that are bound to workflows cannot list credentials.',
    inputSchema: pageArguments as never,
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async call(call) {
    const { body } = await operation(call, { query: readPageArguments(call.given) });
    return resultOf(shownPage(body, ['id', 'name', 'type', 'status']));
  },
};
