import type { AcceptOutcome, ClaimRequest, ClaimedSession, NewSession, RunningSessions, SessionStoreOptions, Written } from '../contract.ts';
import type { Database } from '../database.ts';
import { GroupCommit, type GroupCommitOptions } from '../group-commit.ts';
import { acceptKey, acceptSessions } from './accept-sessions.ts';
import { claimSessions } from './claim-sessions.ts';
import { countCrashes } from './count-crashes.ts';
import { endSessions } from './end-sessions.ts';
import type { EndToWrite } from './end-sessions.ts';
import { findResponse } from './find-response.ts';
import { keepResponse } from './keep-response.ts';
import { readChildren } from './read-children.ts';
import { readDefinition } from './read-definition.ts';
import { readEndedSessions } from './read-ended-sessions.ts';
import { readSteps } from './read-steps.ts';
import { recordSteps } from './record-steps.ts';
import type { StepsToRecord } from './record-steps.ts';
import { startChildren } from './start-children.ts';

/** Beyond some hundred rows a larger batch gains nothing and holds its locks longer. */
const MAX_BATCH = 512;
const MAX_FLUSHES = 1;
/** Values of this many characters fill a batch: the memory of an accept follows the batch, not what waits. */
const MAX_BATCH_CHARACTERS = 1024 * 1024;
/** Large values keep PostgreSQL busy reading them, one connection at a time; more of them use its other cores. */
const MAX_ACCEPT_FLUSHES = 4;

/** The hot paths, each with a group commit of its own. */
export function openRunningSessions(database: Database, options: SessionStoreOptions): RunningSessions & { idle(): Promise<void> } {
  const group = <Item, Result>(
    keyOf: (item: Item) => string,
    flush: (items: Item[]) => Promise<Result[]>,
    further: Partial<GroupCommitOptions<Item, Result>> = {},
  ): GroupCommit<Item, Result> =>
    new GroupCommit({
      keyOf, flush,
      maxBatch: MAX_BATCH,
      maxPending: options.maxPending,
      maxFlushes: MAX_FLUSHES,
      // A flush is one statement, or some when it has losers to read; none of them may hold up the others for long.
      flushTimeoutMs: options.connectTimeoutMs + 2 * options.statementTimeoutMs,
      ...further,
    });
  const accepting = group<NewSession, AcceptOutcome>(acceptKey, (sessions) => acceptSessions(database, sessions), {
    weightOf: (session) => session.placeholderValuesJson.length,
    maxWeight: MAX_BATCH_CHARACTERS,
    maxPendingWeight: options.maxPendingCharacters,
    gatherMs: options.gatherMs,
    maxFlushes: MAX_ACCEPT_FLUSHES,
  });
  const claiming = group<ClaimRequest, ClaimedSession | null>(
    (request) => request.sessionId, (requests) => claimSessions(database, options.executorDeadAfterMs, requests));
  const recording = group<StepsToRecord, Written>(({ fence }) => fence.sessionId, (records) => recordSteps(database, records));
  const ending = group<EndToWrite, Written>(({ fence }) => fence.sessionId, (ends) => endSessions(database, ends));
  return {
    accept: (session) => accepting.add(session),
    keepResponse: (organizationId, key, response) => keepResponse(database, organizationId, key, response),
    findResponse: (organizationId, key) => findResponse(database, organizationId, key),
    claim: (request) => claiming.add(request),
    readSteps: (sessionId, resumeFromRun) => readSteps(database, sessionId, resumeFromRun),
    recordSteps: (fence, steps) => recording.add({ fence, steps }),
    countCrashes: (fence, crashes) => countCrashes(database, fence, crashes),
    end: (fence, end, steps) => ending.add({ fence, end, steps }),
    startChildren: (fence, parent, children) => startChildren(database, fence, parent, children),
    readChildren: (parentId, run, componentId) => readChildren(database, parentId, run, componentId),
    readDefinition: (definitionId) => readDefinition(database, definitionId),
    readEnded: (sessionIds) => readEndedSessions(database, sessionIds),
    idle: async () => {
      await Promise.all([accepting.idle(), claiming.idle(), recording.idle(), ending.idle()]);
    },
  };
}
