import { listCredentials } from '../../../credentials/list-credentials.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { routeOperation } from './route-operation.ts';
import { pageArguments, shownPage } from './shown-page.ts';

const operation = routeOperation(listCredentials);

export const listCredentialsTool = defineTool({
  scope: 'manage',
  name: 'list_credentials',
  title: 'List credentials',
  description:
    'Lists the credentials of the organization: id, name, type and status, never a secret value. A field of a ' +
    'configSchema with the x-reference "credential" takes the id of one of its types. People create credentials ' +
    'in the console: when one is missing, ask for it, and leave the field out until then. A TEST run replaces ' +
    'the component meanwhile. Keys that are bound to workflows cannot list credentials.',
  input: pageArguments,
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(query, call) {
    const { body } = await operation(call, { query });
    return resultOf(shownPage(body, ['id', 'name', 'type', 'status']));
  },
});
