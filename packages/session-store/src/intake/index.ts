import { countBatches, GroupCommit, groupCommitDefaults, type GroupCommitLimits } from '../postgres/group-commit.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import { acceptKey, acceptSessions } from './accept-sessions.ts';
import { acceptGathered } from './accept-gathered.ts';
import { findDelivery } from './find-delivery.ts';
import { findResponse, answerKey, storeAnswers, type FirstAnswer } from './store-answers.ts';
import { hashDelivery, sealSession } from '../acceptance/seal-session.ts';
import type { AcceptOutcome, DescribedSession, NewSession } from '../acceptance/new-session.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';

/**
 * A batch is full when its values have this many characters, so that the memory of a flush does not depend on the
 * number of waiting sessions.
 */
const MAX_BATCH_CHARACTERS = 1024 * 1024;
/**
 * Maximum number of simultaneous flushes. One connection of PostgreSQL is busy while it reads large values, so several
 * flushes use its other cores.
 */
const MAX_FLUSHES = 4;
const DEFAULT_GATHER_SIZE = 2 * 1024 * 1024;

export interface IntakeOptions extends GroupCommitLimits {
  /** Maximum number of characters of waiting placeholder values. Further sessions are refused. */
  maxPendingCharacters: number;
  /** Milliseconds that a flush waits for more sessions while many arrive; 0 writes immediately. */
  lingerMs: number;
  /** Maximum bytes of the values that one session gathers; 2 MiB if left out. */
  maxGatherSize?: number;
}

export type Intake = ReturnType<typeof openIntake>;

/** Opens the acceptance of sessions. Idempotency keys and delivery ids prevent that one is accepted twice. */
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
  // Only one flush runs at a time, because the requests of one key change one row.
  const gathering = new GroupCommit<NewSession, AcceptOutcome>({
    ...bounds,
    flush: countBatches(options, 'gather', (requests) =>
      acceptGathered(sql, options.maxGatherSize ?? DEFAULT_GATHER_SIZE, requests),
    ),
  });
  const storingAnswers = new GroupCommit<FirstAnswer, boolean>({
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
    const stored = await findResponse(sql, organizationId, key);
    if (stored === null || stored.response === null) return stored;
    return { ...stored, response: await openAnswer(organizationId, stored.sessionId, stored.response) };
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
     * Seals and stores the bytes of the first 200 answer to a request that waited for its session.
     * @param hiddenIn the session whose sensitive values the answer contains
     * @returns the stored bytes: these, or those of an earlier answer to a request with the key
     */
    async storeAnswer(organizationId: string, key: string, response: string, hiddenIn?: string): Promise<string> {
      const place = `answer ${hiddenIn}` as const;
      const bytes = hiddenIn === undefined ? response : await seals.sealText(organizationId, place, response);
      if (await storingAnswers.add({ organizationId, key, response: bytes })) return response;
      return (await findStored(organizationId, key))?.response ?? response;
    },
    findResponse: findStored,
    /** Returns the session of an earlier delivery with the id of this one, in the last 7 days, or null. */
    async findDelivery(session: DescribedSession): Promise<string | null> {
      const { organizationId, delivery, hidden } = session;
      if (delivery === undefined || hidden === undefined) return findDelivery(sql, session);
      return findDelivery(sql, { ...session, delivery: await hashDelivery(seals, organizationId, delivery) });
    },
    /** Replaces the hash of a body that has sensitive values. */
    hashHidden: (organizationId: string, bodyHash: Uint8Array) => seals.hash(organizationId, bodyHash),
    /** Resolves when nothing is being accepted. */
    idle: async () => {
      await Promise.all([accepting.idle(), gathering.idle(), storingAnswers.idle()]);
    },
  };
}
