import type { SessionToEnqueue } from '@workflow/session-queue';
import {
  isDelayed,
  StoreBusyError,
  StoreConflictError,
  StoreLockTimeoutError,
  StoreOverloadedError,
  UnstorableValueError,
  type AcceptOutcome,
  type AdmissionQuota,
  type DescribedSession,
  type Lane,
  type NewSession,
  type OrganizationQuotaRecord,
  type RetryOutcome,
} from '@workflow/session-store';
import { DEFAULT_POOL, type FlowKeys } from '@workflow/workflow-model';
import { LRUCache } from 'lru-cache';
import type { AdmissionQuotas } from './admission-quotas.ts';
import { LoneCaller } from './lone-caller.ts';
import type { PendingShares } from './pending-shares.ts';
import type { SessionEnqueuer } from './session-enqueuer.ts';
import { startOf } from './start-of-session.ts';

interface RetryRequest {
  from: 'failed-step' | 'start';
  version: 'pinned' | 'latest';
  /** The turn of an agent that runs again. */
  again?: { componentId: string; turn: number } | undefined;
}

/** Failures that prove that nothing was written. */
const WROTE_NOTHING = [
  StoreBusyError,
  StoreOverloadedError,
  StoreConflictError,
  StoreLockTimeoutError,
  UnstorableValueError,
];

/** The keys of a session that a pause or a delay holds, and no flow control. */
const NO_KEYS: FlowKeys = { concurrencyKey: '', orderKey: '' };

/**
 * Maximum number of awaited sessions whose lanes are remembered. When other sessions end, the next poll increases the
 * quota of their lane.
 */
const MAX_AWAITED = 10_000;

interface CommittedSession {
  outcome: AcceptOutcome;
  /** The job of the session, if this replica enqueues it. An early job was added already. */
  job: SessionToEnqueue | null;
}

/** The statements that commit sessions. */
interface IntakeStore {
  /** @throws StoreOverloadedError if too many sessions wait to be committed */
  accept(session: NewSession): Promise<AcceptOutcome>;
  retry(organizationId: string, id: string, request: RetryRequest & { enqueue: boolean }): Promise<RetryOutcome>;
}

/** The quotas that operators set, by organization. */
export interface QuotasByOrganization {
  get(organizationId: string): Promise<OrganizationQuotaRecord | null>;
}

interface SessionIntakeOptions {
  store: IntakeStore;
  admissionQuotas: AdmissionQuotas;
  organizationQuotas: QuotasByOrganization;
  pending: PendingShares;
  enqueuer: SessionEnqueuer;
  /** Identifies this replica for the executors that notify it of a session's end. */
  replicaId: string;
  /** The size of placeholder values as JSON above which a job contains only ids. */
  maxJobValueBytes: number;
  /** Returns how many callers wait for the ends of sessions. */
  waiting(): number;
  now(): number;
  onAccepted(session: DescribedSession): void;
}

/**
 * Accepts every session that a request starts: uses the admission quota of its lane, commits the session, and adds its
 * job to the queue. No caller waits for the queue, because a 2xx answer needs only a committed row. Without admission
 * quota, a session is committed to the backlog, from which the dispatcher enqueues it.
 */
export class SessionIntake {
  readonly #options: SessionIntakeOptions;
  readonly #loneCaller = new LoneCaller();
  /** The awaited sessions that used an admission quota, and their lanes. */
  readonly #awaited = new LRUCache<string, Lane>({ max: MAX_AWAITED });

  constructor(options: SessionIntakeOptions) {
    this.#options = options;
  }

  /**
   * Commits a session, once for each idempotency key and delivery id. With `awaited`, this replica is notified of its
   * end.
   * @throws StoreOverloadedError if too many sessions, or too many of the organization, wait to be committed
   */
  async accept(session: DescribedSession, { awaited = false } = {}): Promise<AcceptOutcome> {
    const { enqueuer, onAccepted } = this.#options;
    const { outcome, job } = await this.#commitInShare(session, awaited);
    if (outcome.kind !== 'accepted') return outcome;
    onAccepted(session);
    if (job === null) return outcome;
    const { sessionId, organizationId, pool = DEFAULT_POOL, isEarly } = job;
    if (awaited) this.#awaited.set(sessionId, { organizationId, pool });
    if (isEarly !== true) enqueuer.add(job);
    return outcome;
  }

  async #commitInShare(session: DescribedSession, awaited: boolean): Promise<CommittedSession> {
    const { pending } = this.#options;
    pending.enter(session.organizationId);
    try {
      return await this.#commitNew(session, awaited);
    } finally {
      pending.leave(session.organizationId);
    }
  }

  /** Commits a new session. A session on hold uses no admission quota, because the dispatcher enqueues it later. */
  async #commitNew(session: DescribedSession, awaited: boolean): Promise<CommittedSession> {
    const { store, organizationQuotas, enqueuer } = this.#options;
    const { organizationId } = session;
    const quotas = await organizationQuotas.get(organizationId);
    const pool = session.pool ?? quotas?.pool ?? DEFAULT_POOL;
    const paused = quotas?.paused === true && session.mode === 'PROD';
    const flow = session.flow ?? (paused || isDelayed(session.timing) ? NO_KEYS : undefined);
    if (flow !== undefined)
      return { outcome: await store.accept({ ...session, pool, flow, enqueue: false }), job: null };
    const isAlone = this.#isAlone();
    const added: { job: SessionToEnqueue | null } = { job: null };
    const { outcome } = await this.#commit({ organizationId, pool }, quotas, 'accepted', (enqueue) => {
      const job = enqueue ? this.#jobOf(session, pool, awaited) : null;
      added.job = job;
      const isEarly = job !== null && isAlone && mayBeEarly(session, job);
      if (isEarly) job.isEarly = true;
      const accepted = store.accept({ ...session, pool, enqueue });
      if (isEarly) enqueuer.add(job);
      return accepted;
    });
    return { outcome, job: added.job };
  }

  /** Returns true if no other caller is served. `pending` already counts this session. */
  #isAlone(): boolean {
    const { pending, enqueuer, waiting, now } = this.#options;
    return this.#loneCaller.isAlone(pending.total - 1 + enqueuer.unconfirmed + waiting(), now());
  }

  #jobOf(session: DescribedSession, pool: string, awaited: boolean): SessionToEnqueue {
    const { replicaId, maxJobValueBytes } = this.#options;
    const { id: sessionId, organizationId, workflowId } = session;
    const job: SessionToEnqueue = { sessionId, organizationId, workflowId, pool, enqueueNumber: 1 };
    if (awaited) job.awaitedBy = replicaId;
    const start = startOf(session, maxJobValueBytes);
    if (start !== null) job.start = start;
    return job;
  }

  /**
   * Commits a new run of a session that failed or was cancelled. If it belongs to another pool, only the dispatcher
   * enqueues it.
   */
  async retry(organizationId: string, sessionId: string, request: RetryRequest): Promise<RetryOutcome> {
    const { store, enqueuer, admissionQuotas, organizationQuotas } = this.#options;
    const quotas = await organizationQuotas.get(organizationId);
    const lane = { organizationId, pool: DEFAULT_POOL };
    const { outcome, enqueue } = await this.#commit(lane, quotas, 'retried', (enqueued) =>
      store.retry(organizationId, sessionId, { ...request, enqueue: enqueued }),
    );
    if (outcome.kind === 'retried' && enqueue) {
      const { enqueueNumber, session } = outcome;
      if (enqueueNumber === null) admissionQuotas.giveBack(lane);
      // A caller may write the id in uppercase. Executors compare the id of the job as text.
      else enqueuer.add({ sessionId: session.id, organizationId, enqueueNumber });
    }
    return outcome;
  }

  /**
   * Gives back the admission quota of a session that ended, before the dispatcher counts again. So a caller that starts
   * sessions one after the other never runs out of quota.
   */
  ended(sessionId: string): void {
    const lane = this.#awaited.get(sessionId);
    if (lane === undefined) return;
    this.#awaited.delete(sessionId);
    this.#options.admissionQuotas.giveBack(lane);
  }

  /**
   * Applies the admission quotas that the dispatcher wrote.
   * @param pools the pools with executors
   */
  applyAdmissionQuotas(quotas: readonly AdmissionQuota[], dispatching: boolean, pools: readonly string[]): void {
    this.#options.admissionQuotas.apply(quotas, dispatching, pools);
  }

  /** Returns the state for metrics. */
  get state(): { admissionQuota: number; circuitOpen: boolean; unconfirmedJobs: number } {
    const { admissionQuotas, enqueuer } = this.#options;
    return {
      admissionQuota: admissionQuotas.total,
      circuitOpen: enqueuer.circuitOpen,
      unconfirmedJobs: enqueuer.unconfirmed,
    };
  }

  /**
   * Uses the admission quota of the lane if there is some, and commits. Gives the quota back if nothing was written, or
   * if the outcome is not of the kind `written`. After a failure that may have written something, the next quotas of
   * the dispatcher correct the count.
   */
  async #commit<Outcome extends { kind: string }>(
    lane: Lane,
    quotas: OrganizationQuotaRecord | null,
    written: Outcome['kind'],
    write: (enqueue: boolean) => Promise<Outcome>,
  ): Promise<{ outcome: Outcome; enqueue: boolean }> {
    const { admissionQuotas } = this.#options;
    const enqueue = !hasConcurrencyLimit(quotas) && this.#useAdmissionQuota(lane);
    try {
      const outcome = await write(enqueue);
      if (enqueue && outcome.kind !== written) admissionQuotas.giveBack(lane);
      return { outcome, enqueue };
    } catch (error) {
      if (enqueue && WROTE_NOTHING.some((kind) => error instanceof kind)) admissionQuotas.giveBack(lane);
      throw error;
    }
  }

  /**
   * Returns false if the session must join the backlog. The next sessions of the lane then do the same, until the
   * dispatcher has seen the backlog.
   */
  #useAdmissionQuota(lane: Lane): boolean {
    const { admissionQuotas, enqueuer, now } = this.#options;
    if (enqueuer.takesJobs()) return admissionQuotas.take(lane, now());
    admissionQuotas.close(lane, now());
    return false;
  }
}

/**
 * Returns true for a session that may be enqueued while its row is being committed: a caller waits for it, its job
 * carries its start, and its commit cannot find an earlier session.
 */
function mayBeEarly(session: DescribedSession, job: SessionToEnqueue): boolean {
  const { idempotency, delivery, gather, timing } = session;
  const isPlain = [idempotency, delivery, gather, timing].every((part) => part === undefined);
  return isPlain && job.awaitedBy !== undefined && job.start !== undefined;
}

/**
 * Returns true if the operator limits the concurrent sessions of an organization. Then only the dispatcher enqueues
 * and counts its sessions.
 */
function hasConcurrencyLimit(quotas: OrganizationQuotaRecord | null): boolean {
  return quotas !== null && quotas.maxConcurrentSessions !== null;
}
