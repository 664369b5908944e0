import { readTurnTexts } from '../steps/turn-texts.ts';
import { groupFailures } from './group-failures.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { countChildren } from './count-children.ts';
import { findBoundedOutput, findSession, findSessionStartedBy, findSessionWithoutValues } from './find-session.ts';
import { listSessions, listStates } from './list-sessions.ts';
import { findPoolsWithoutExecutor } from './pools-without-executor.ts';
import { readEndedSessions } from './read-ended-sessions.ts';
import { readLastOutputs, readSourceOfPins } from './read-last-outputs.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import { readMarks } from './read-marks.ts';
import { readOverview } from './read-overview.ts';
import { readPerformance } from './read-performance.ts';
import { readPlace } from './read-place.ts';
import { readSessionDefinition } from './read-session-definition.ts';
import { readSessions } from './read-sessions.ts';
import { readStates } from './read-states.ts';
import { readStepPage } from './read-step-page.ts';

export type SessionQueries = ReturnType<typeof openSessionQueries>;

/** Opens queries of sessions for callers. A query with an organization never finds sessions of another one. */
export function openSessionQueries(sql: Sql, seals: SensitiveSeals) {
  const on = operationsOn(sql);
  return {
    find: on(findSession),
    findWithoutValues: on(findSessionWithoutValues),
    findBoundedOutput: on(findBoundedOutput),
    findStartedBy: on(findSessionStartedBy),
    list: on(listSessions),
    listStates: on(listStates),
    states: on(readStates),
    read: on(readSessions),
    definition: on(readSessionDefinition),
    lastOutputs: (organizationId: string, sessionId: string, componentIds: readonly string[]) =>
      readLastOutputs(sql, seals, organizationId, sessionId, componentIds),
    sourceOfPins: (organizationId: string, sessionId: string) =>
      readSourceOfPins(sql, seals, organizationId, sessionId),
    children: on(countChildren),
    place: on(readPlace),
    stepPage: on(readStepPage),
    marks: on(readMarks),
    turnTexts: on(readTurnTexts),
    ended: on(readEndedSessions),
    overview: on(readOverview),
    poolsWithoutExecutor: on(findPoolsWithoutExecutor),
    failureGroups: on(groupFailures),
    performance: on(readPerformance),
  };
}
