import { routesOf } from '../http/define-route.ts';
import { cancelSession } from './cancel-session.ts';
import { countStartedSessions } from './count-started-sessions.ts';
import { deleteSession } from './delete-session.ts';
import { getSessionDefinition } from './get-session-definition.ts';
import { getSessionPlace } from './get-session-place.ts';
import { getSession } from './get-session.ts';
import { listFailures } from './list-failures.ts';
import { listSessions } from './list-sessions.ts';
import { listSteps } from './list-steps.ts';
import { previewRetry } from './preview-retry.ts';
import { readPerformance } from './read-performance.ts';
import { readWorkflowPerformance } from './read-workflow-performance.ts';
import { retrySession } from './retry-session.ts';
import { startSession } from './start-session.ts';
import { sessionEvents } from './session-events.ts';
import { sessionListEvents } from './session-list-events.ts';

/** Routes for sessions, their steps, events and figures. */
export const sessionsRoutes = routesOf('Sessions', {
  listSessions,
  listFailures,
  sessionListEvents,
  getSession,
  getSessionDefinition,
  getSessionPlace,
  countStartedSessions,
  sessionEvents,
  listSteps,
  cancelSession,
  startSession,
  deleteSession,
  previewRetry,
  retrySession,
  readPerformance,
  readWorkflowPerformance,
});
