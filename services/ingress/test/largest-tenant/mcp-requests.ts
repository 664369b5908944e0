import { LIMITS, STEPPED_SESSION, tenantId, wideDefinitionOf } from '@workflow/test-harness';
import { WIDE, type RouteRequest } from './route-requests.ts';

/** Calls of the service's own tools, and of a workflow that is one. */
const CALLS: readonly [tool: string, given: object][] = [
  ['list_workflows', {}],
  ['list_sessions', {}],
  ['get_session', { sessionId: tenantId('session', STEPPED_SESSION) }],
  ['retry_session', { sessionId: tenantId('session', LIMITS.sessions - 50) }],
  ['cancel_session', { sessionId: tenantId('waiting', 600) }],
  ['search_workflows', { query: 'tool' }],
  ['run_workflow', { name: 'tool_1', arguments: { n: 1 } }],
  ['tool_1', { n: 1 }],
  ['list_component_types', {}],
  ['describe_component_type', { type: 'http-request' }],
  ['list_credentials', {}],
  ['list_apps', {}],
  ['list_app_operations', { appId: tenantId('app', 1) }],
  ['describe_app_operation', { appId: tenantId('app', 1), key: 'operation 1' }],
  ['get_workflow', { workflowId: WIDE }],
  ['check_workflow', { workflowId: WIDE }],
  ['create_workflow', { name: 'One more', ...wideDefinitionOf() }],
  ['update_workflow', { workflowId: WIDE, etag: '*', name: 'Changed', ...wideDefinitionOf() }],
  ['test_workflow', { workflowId: WIDE, componentId: tenantId('component', 0), placeholderValues: { n: 1 } }],
  ['publish_workflow', { workflowId: WIDE }],
];

export const CALLED_TOOLS: readonly string[] = CALLS.map(([tool]) => tool);

const message = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });

/** Returns every method of MCP that the service has, and a call of each tool; the list of tools is first. */
export function mcpRequests(): RouteRequest[] {
  const clientInfo = { name: 'test', version: '1' };
  return [
    { label: 'tools/list', body: message('tools/list', {}) },
    {
      label: 'initialize',
      body: message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }),
    },
    { label: 'ping', body: message('ping', {}) },
    ...CALLS.map(([name, given]) => ({ label: name, body: message('tools/call', { name, arguments: given }) })),
  ];
}
