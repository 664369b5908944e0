import type { SessionViews } from '../contract.ts';
import type { Database } from '../database.ts';
import { cancelSession } from './cancel-session.ts';
import { findSession, findSessionStartedBy } from './find-session.ts';
import { listSessions } from './list-sessions.ts';
import { readMarks } from './read-marks.ts';
import { readSessionDefinition } from './read-session-definition.ts';
import { readStepViews } from './read-step-views.ts';
import { retrySession } from './retry-session.ts';

export function openSessionViews(database: Database): SessionViews {
  return {
    find: (organizationId, sessionId) => findSession(database, organizationId, sessionId),
    findStartedBy: (startedBy, sessionId) => findSessionStartedBy(database, startedBy, sessionId),
    list: (organizationId, filter, page) => listSessions(database, organizationId, filter, page),
    definition: (organizationId, sessionId) => readSessionDefinition(database, organizationId, sessionId),
    steps: (organizationId, sessionId) => readStepViews(database, organizationId, sessionId),
    cancel: (organizationId, sessionId) => cancelSession(database, organizationId, sessionId),
    retry: (organizationId, sessionId, options) => retrySession(database, organizationId, sessionId, options),
    marks: (sessionIds) => readMarks(database, sessionIds),
  };
}
