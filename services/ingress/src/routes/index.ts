import type { Route } from '../http/define-route.ts';
import { managementRoutes } from './management/index.ts';
import { readWebhookSession } from './read-webhook-session.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { runWorkflow } from './run-workflow.ts';
import { healthz } from './service/healthz.ts';
import { openApi } from './service/open-api.ts';
import { readyz } from './service/readyz.ts';
import { cancelSession } from './sessions/cancel-session.ts';
import { getSessionDefinition } from './sessions/get-session-definition.ts';
import { getSession } from './sessions/get-session.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { listSteps } from './sessions/list-steps.ts';
import { retrySession } from './sessions/retry-session.ts';
import { sessionEvents } from './sessions/session-events.ts';
import { sessionListEvents } from './sessions/session-list-events.ts';

/** Every route of the service. A path without parameters comes before one that would match it too. */
export const routes: readonly Route[] = [
  runWorkflow,
  receiveWebhook,
  readWebhookSession,
  listSessions,
  sessionListEvents,
  getSession,
  getSessionDefinition,
  sessionEvents,
  listSteps,
  cancelSession,
  retrySession,
  ...managementRoutes,
  openApi,
  healthz,
  readyz,
];
