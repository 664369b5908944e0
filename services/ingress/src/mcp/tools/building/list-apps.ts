import { listApps } from '../../../apps/list-apps.ts';
import { defineTool } from '../define-tool.ts';
import { resultOf } from '../tool.ts';
import { routeOperation } from './route-operation.ts';
import { pageArguments, shownPage } from './shown-page.ts';

const FIELDS = ['id', 'name', 'title', 'kind', 'status', 'version', 'operationCount'];
const operation = routeOperation(listApps);

export const listAppsTool = defineTool({
  scope: 'manage',
  name: 'list_apps',
  title: 'List apps',
  description:
    'Lists the apps of the organization: other systems whose operations are actions of workflows. A component of ' +
    'the type app-action, and a tool of an agent, takes the id of an app as app and its version as version. People ' +
    'add apps in the console: when one is missing, ask for it, or use http-request.',
  input: pageArguments,
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(query, call) {
    const { body } = await operation(call, { query });
    return resultOf(shownPage(body, FIELDS));
  },
});
