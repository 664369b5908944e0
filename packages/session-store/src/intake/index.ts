import { countBatches, GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { acceptKey, acceptSessions } from './accept-sessions.ts';
import { acceptGathered } from './accept-gathered.ts';
import { findResponse } from './find-response.ts';
import { answerKey, storeAnswers, type FirstAnswer } from './store-answers.ts';
import { sealSession } from '../acceptance/seal-session.ts';
import type { AcceptOutcome, NewSession } from '../acceptance/new-session.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

/**
 * Values of this many characters fill a batch, so that the memory of a flush depends on its batch and not on the
 * backlog.
 */
const MAX_BATCH_CHARACTERS = 1024 * 1024;
/** PostgreSQL is busy with reading large values, one connection at a time. Several flushes use its other cores. */
const MAX_FLUSHES = 4;
const DEFAULT_GATHER_SIZE = 2 * 1024 * 1024;

export interface IntakeOptions extends GroupCommitLimits {
  /** Characters of placeholder values that may wait to be accepted before further sessions are refused. */
  maxPendingCharacters: number;
  /** Milliseconds that a flush waits for more sessions when many arrive at a time; 0 writes at once. */
  lingerMs: number;
  /** Bytes of the values that one session gathers at most; 2 MiB if left out. */
  maxGatherSize?: number;
}

export type Intake = ReturnType<typeof openIntake>;

/** Accepts sessions, each once: idempotency keys and delivery ids prevent a second time. */
export function openIntake(sql: Sql, seals: SensitiveSeals, options: IntakeOptions) {
  const on = operationsOn(sql);
  const bounds = {
    ...groupCommitDefaults(options),
    keyOf: acceptKey,
    weightOf: (session: NewSession) => session.placeholderValuesJson.length,
    maxWeight: MAX_BATCH_CHARACTERS,
    maxPendingWeight: options.maxPendingCharacters,
    lingerMs: options.lingerMs,
  };
  const accepting = new GroupCommit<NewSession, AcceptOutcome>({
    ...bounds,
    flush: countBatches(options, 'accept', on(acceptSessions)),
    maxFlushes: MAX_FLUSHES,
  });
  // One flush at a time, because the requests of one key change one row.
  const gathering = new GroupCommit<NewSession, AcceptOutcome>({
    ...bounds,
    flush: countBatches(options, 'gather', (requests) =>
      acceptGathered(sql, options.maxGatherSize ?? DEFAULT_GATHER_SIZE, requests),
    ),
  });
  const keeping = new GroupCommit<FirstAnswer, boolean>({
    ...groupCommitDefaults(options),
    keyOf: answerKey,
    weightOf: ({ response }) => response.length,
    maxWeight: MAX_BATCH_CHARACTERS,
    maxFlushes: MAX_FLUSHES,
    flush: countBatches(options, 'store_answer', (answers) => storeAnswers(sql, answers)),
  });
  const accept = (session: NewSession) => (session.gather === undefined ? accepting : gathering).add(session);
  const openAnswer = (organizationId: string, sessionId: string, response: string): Promise<string> =>
    seals.openText(organizationId, `answer ${sessionId}`, response);
  /** Returns the session and response of an idempotency key of the last 24 h, or null if it was not used. */
  async function findStored(organizationId: string, key: string) {
    const found = await findResponse(sql, organizationId, key);
    if (found === null || found.response === null) return found;
    return { ...found, response: await openAnswer(organizationId, found.sessionId, found.response) };
  }

  return {
    /**
     * Commits the session together with others that arrive at the same time.
     * @throws StoreOverloadedError when too many wait; StoreUnavailableError when PostgreSQL does not answer.
     */
    accept: (session: NewSession) =>
      session.hidden === undefined ? accept(session) : sealSession(seals, session).then(accept),
    /** Opens the first answer to a request with a known key, as `accept` returns it. */
    openAnswer,
    /**
     * Stores the bytes of the first 200 answer to a request that waited for its session, sealed for the session
     * `hiddenIn`. Resolves with the stored bytes: these, or those of another request with the key that was answered
     * before.
     */
    async storeAnswer(organizationId: string, key: string, response: string, hiddenIn?: string): Promise<string> {
      const place = `answer ${hiddenIn}` as const;
      const bytes = hiddenIn === undefined ? response : await seals.sealText(organizationId, place, response);
      if (await keeping.add({ organizationId, key, response: bytes })) return response;
      return (await findStored(organizationId, key))?.response ?? response;
    },
    findResponse: findStored,
    /** Replaces the hash of a body that has sensitive values. */
    hashHidden: (organizationId: string, bodyHash: Uint8Array) => seals.hash(organizationId, bodyHash),
    /** Resolves when nothing is being accepted. */
    idle: async () => {
      await Promise.all([accepting.idle(), gathering.idle(), keeping.idle()]);
    },
  };
}
