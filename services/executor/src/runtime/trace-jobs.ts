import { messagingAttributes, type Tracing } from '@workflow/service-runtime';
import type { SessionJob } from '@workflow/session-queue';
import type { Execution } from '@workflow/session-store';
import type { TraceContext } from '@workflow/workflow-model';

type RunJob = (job: SessionJob) => Promise<void>;

interface JobTrace {
  links: TraceContext[];
  claimedAt: number;
}

/**
 * Shows each job that is taken as `receive`, from its arrival to the last of its claims, linked to each session that it
 * names. The claims return the trace contexts of the sessions.
 */
export function traceJobs(tracing: Tracing, queueName: string) {
  const jobs = new Map<string, JobTrace>();

  const traceClaims = (execution: Execution): Execution => ({
    ...execution,
    claim: async (request) => {
      const claimed = await execution.claim(request);
      const job = jobs.get(request.sessionId);
      if (job !== undefined) {
        job.claimedAt = Date.now();
        if (claimed?.trace) job.links.push(claimed.trace);
      }
      return claimed;
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
        // Sessions that were put back may be those of another job by now.
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

  return { execution: traceClaims, run: traceRuns };
}
