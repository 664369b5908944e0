import { messagingAttributes, type Tracing } from '@workflow/service-runtime';
import type { SessionToEnqueue, SessionProducer } from '@workflow/session-queue';
import type { Intake } from '@workflow/session-store';
import type { TraceContext } from '@workflow/workflow-model';

interface TracedIntake {
  accept: Intake['accept'];
  add: SessionProducer['add'];
}

/**
 * Traces how sessions are accepted, as messages of OpenTelemetry's conventions. `create` is the commit of one session,
 * whose span the session continues wherever it runs. `send` adds sessions that were committed together to the queue,
 * with a link to each of them.
 */
export function traceIntake(tracing: Tracing, queueName: string, intake: TracedIntake): TracedIntake {
  /** The contexts of sessions that are committed and not sent yet. */
  const unsent = new Map<string, TraceContext>();
  return {
    async accept(session) {
      const { id, organizationId, workflowId, origin } = session;
      const span = tracing.start(`create ${queueName}`, {
        kind: 'producer',
        parent: origin?.trace ?? null,
        attributes: {
          ...messagingAttributes(queueName, 'create'),
          'messaging.message.id': id,
          'workflow.id': workflowId,
          'workflow.organization.id': organizationId,
        },
      });
      try {
        const traced = { ...session, origin: { requestId: origin?.requestId ?? null, trace: span.context } };
        const outcome = await intake.accept(traced);
        span.set({ 'workflow.session.outcome': outcome.kind });
        if (session.enqueue && outcome.kind === 'accepted') unsent.set(id, span.context);
        return outcome;
      } catch (error) {
        span.fail((error as Error).name);
        throw error;
      } finally {
        span.end();
      }
    },
    async add(sessions) {
      const traced = sessions.map((session) => withTrace(session, unsent.get(session.sessionId)));
      const span = tracing.start(`send ${queueName}`, {
        kind: 'client',
        parent: null,
        links: takeTraces(unsent, sessions),
        attributes: { ...messagingAttributes(queueName, 'send'), 'messaging.batch.message_count': sessions.length },
      });
      try {
        await intake.add(traced);
      } catch (error) {
        span.fail((error as Error).name);
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

/** Returns the session with the trace of its commit instead of the request's. */
function withTrace(session: SessionToEnqueue, trace: TraceContext | undefined): SessionToEnqueue {
  return session.start === undefined || trace === undefined
    ? session
    : { ...session, start: { ...session.start, trace } };
}

function takeTraces(unsent: Map<string, TraceContext>, sessions: readonly SessionToEnqueue[]): TraceContext[] {
  const traces: TraceContext[] = [];
  for (const { sessionId } of sessions) {
    const trace = unsent.get(sessionId);
    if (trace !== undefined) traces.push(trace);
    unsent.delete(sessionId);
  }
  return traces;
}
