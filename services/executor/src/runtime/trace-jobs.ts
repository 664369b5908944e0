import { messagingAttributes, type Tracing } from '@workflow/service-runtime';
import type { SessionJob, SessionStarts } from '@workflow/session-queue';
import type { Execution } from '@workflow/session-store';
import type { TraceContext } from '@workflow/workflow-model';

type RunJob = (job: SessionJob) => Promise<void>;

interface JobTrace {
  links: TraceContext[];
  claimedAt: number;
}

/**
 * Traces each job as `receive`, from its arrival to the last of its claims, with a link to each session that it names.
 * The claims, or the data in the job, contain the trace contexts of the sessions.
 */
export function traceJobs(tracing: Tracing, queueName: string) {
  const jobs = new Map<string, JobTrace>();

  /** A claim that is written with the end is the last event of its session here. */
  function noteClaim(sessionId: string): JobTrace | undefined {
    const job = jobs.get(sessionId);
    if (job !== undefined) job.claimedAt = Date.now();
    return job;
  }

  const traceClaims = (execution: Execution): Execution => ({
    ...execution,
    claim: async (request) => {
      const claimed = await execution.claim(request);
      const job = noteClaim(request.sessionId);
      if (claimed?.trace) job?.links.push(claimed.trace);
      return claimed;
    },
    claimDeferred: async (request, steps) => {
      const claimed = await execution.claimDeferred(request, steps);
      noteClaim(request.sessionId);
      return claimed;
    },
    claimAndEnd: async (request, end, steps) => {
      const claimed = await execution.claimAndEnd(request, end, steps);
      noteClaim(request.sessionId);
      return claimed;
    },
  });

  const traceStarts = (starts: SessionStarts): SessionStarts => ({
    ...starts,
    open: (ingress, organizationId, sealed) => {
      const opened = starts.open(ingress, organizationId, sealed);
      for (const [sessionId, { trace }] of opened ?? []) if (trace !== null) jobs.get(sessionId)?.links.push(trace);
      return opened;
    },
  });

  const traceRuns =
    (run: RunJob): RunJob =>
    async (job) => {
      const startedAt = Date.now();
      const trace: JobTrace = { links: [], claimedAt: startedAt };
      for (const sessionId of job.sessionIds) jobs.set(sessionId, trace);
      try {
        await run(job);
      } finally {
        // Sessions that were put back may belong to another job now.
        for (const sessionId of job.sessionIds) if (jobs.get(sessionId) === trace) jobs.delete(sessionId);
        tracing
          .start(`receive ${queueName}`, {
            kind: 'client',
            parent: null,
            links: trace.links,
            startedAt,
            attributes: {
              ...messagingAttributes(queueName, 'receive'),
              'messaging.batch.message_count': job.sessionIds.length,
              'workflow.organization.id': job.organizationId,
            },
          })
          .end(trace.claimedAt);
      }
    };

  return { execution: traceClaims, starts: traceStarts, run: traceRuns };
}
