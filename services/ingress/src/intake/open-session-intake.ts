import type { Logger, Tracing } from '@workflow/service-runtime';
import type { SessionProducer } from '@workflow/session-queue';
import type { SessionStore } from '@workflow/session-store';
import type { IngressConfig } from '../config.ts';
import { AdmissionQuotas } from './admission-quotas.ts';
import { PendingShares } from './pending-shares.ts';
import { SessionEnqueuer } from './session-enqueuer.ts';
import { SessionIntake, type QuotasByOrganization } from './session-intake.ts';
import { traceIntake } from './trace-intake.ts';

/** The dispatcher notices a backlog within one round of 250 ms. */
const BACKLOG_NOTICED_MS = 1_000;
const CIRCUIT_OPEN_MS = 250;
const CIRCUIT_MAX_OPEN_MS = 5_000;

interface IntakeMetrics {
  accepted(session: { trigger: string; organizationId: string }): void;
  enqueueFailed: { inc(jobs: number): void };
}

interface OpenSessionIntakeOptions {
  config: IngressConfig;
  store: SessionStore;
  producer: SessionProducer;
  replicaId: string;
  organizationQuotas: QuotasByOrganization;
  log: Logger;
  metrics: IntakeMetrics;
  tracing: Tracing | null;
  /** Returns the number of callers that wait for the ends of sessions. */
  waiting(): number;
}

/** Opens the intake of this replica on its store and its queue. */
export function openSessionIntake({
  config,
  store,
  producer,
  replicaId,
  organizationQuotas,
  log,
  metrics,
  tracing,
  waiting,
}: OpenSessionIntakeOptions): SessionIntake {
  const now = (): number => performance.now();
  const untraced = { accept: store.intake.accept, add: producer.add };
  const traced = tracing === null ? untraced : traceIntake(tracing, config.queueName, untraced);
  const enqueuer = new SessionEnqueuer(
    { ...producer, add: traced.add },
    {
      maxUnconfirmed: config.intake.maxUnconfirmedJobs,
      openMs: CIRCUIT_OPEN_MS,
      maxOpenMs: CIRCUIT_MAX_OPEN_MS,
      now,
      onFailure: (err, jobs) => {
        metrics.enqueueFailed.inc(jobs);
        log.warn({ err, jobs }, 'The queue takes no jobs, so sessions wait in PostgreSQL');
      },
    },
  );
  return new SessionIntake({
    store: { accept: traced.accept, retry: store.sessions.commands.retry },
    admissionQuotas: new AdmissionQuotas({
      initial: config.intake.initialAdmissionQuota,
      closedMs: BACKLOG_NOTICED_MS,
    }),
    organizationQuotas,
    pending: new PendingShares(config.intake.maxPendingAccepts),
    enqueuer,
    replicaId,
    maxJobValueBytes: config.intake.maxJobValueBytes,
    waiting,
    now,
    onAccepted: metrics.accepted,
  });
}
