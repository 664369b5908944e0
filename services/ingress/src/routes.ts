import { accountsRoutes } from './accounts/routes.ts';
import { appsRoutes } from './apps/routes.ts';
import { tablesRoutes } from './tables/routes.ts';
import { credentialsRoutes } from './credentials/routes.ts';
import { eventHooksRoutes } from './event-hooks/routes.ts';
import { filesRoutes } from './files/routes.ts';
import { chatsRoutes } from './chats/routes.ts';
import { formsRoutes } from './forms/routes.ts';
import type { ListedRoute } from './http/define-route.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { operatorRoutes } from './operator/routes.ts';
import { organizationRoutes } from './organization/routes.ts';
import { runsRoutes } from './runs/routes.ts';
import { serviceRoutes } from './service/routes.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { approvalsRoutes } from './approvals/routes.ts';
import { callbacksRoutes } from './callbacks/routes.ts';
import { webhooksRoutes } from './webhooks/routes.ts';
import { workflowsRoutes } from './workflows/routes.ts';

/** Every route of the service, in the order of the folders. A path without parameters precedes one that matches it. */
export const routes: readonly ListedRoute[] = [
  ...runsRoutes,
  ...webhooksRoutes,
  ...callbacksRoutes,
  ...mcpRoutes,
  ...approvalsRoutes,
  ...formsRoutes,
  ...chatsRoutes,
  ...operationsRoutes,
  ...sessionsRoutes,
  ...accountsRoutes,
  ...workflowsRoutes,
  ...organizationRoutes,
  ...tablesRoutes,
  ...appsRoutes,
  ...credentialsRoutes,
  ...filesRoutes,
  ...eventHooksRoutes,
  ...operatorRoutes,
  ...serviceRoutes(() => routes),
];
