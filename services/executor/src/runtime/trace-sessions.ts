import { messagingAttributes, type Tracing } from '@workflow/service-runtime';
import type { Execution } from '@workflow/session-store';
import type { HttpClient } from '@workflow/outbound';
import type { SessionOutcome } from '../session/session-outcome.ts';
import type { SessionRunner } from './session-taker.ts';

/** Traces each claim of a session as `process`, in the trace of the request that started the session. */
export function traceSessions(tracing: Tracing, queueName: string, runSession: SessionRunner): SessionRunner {
  return async (claimed, signal, claim) => {
    const span = tracing.start(`process ${queueName}`, {
      kind: 'consumer',
      parent: claimed.trace,
      attributes: {
        ...messagingAttributes(queueName, 'process'),
        'messaging.message.id': claimed.id,
        'workflow.id': claimed.workflowId,
        'workflow.organization.id': claimed.organizationId,
        'workflow.session.run': claimed.run,
      },
    });
    try {
      const outcome: SessionOutcome = await runSession({ ...claimed, trace: span.context }, signal, claim);
      span.set({ 'workflow.session.outcome': outcome.kind });
      if (outcome.kind === 'failed') span.fail(outcome.error.code);
      return outcome;
    } catch (error) {
      span.fail('INTERNAL_ERROR');
      throw error;
    } finally {
      span.end();
    }
  };
}

/** Traces the children that a component starts as `create`. Their sessions continue the trace. */
export function traceChildren(
  tracing: Tracing,
  queueName: string,
  { startChildren }: Pick<Execution, 'startChildren'>,
): Execution['startChildren'] {
  return async (fence, parent, children) => {
    const span = tracing.start(`create ${queueName}`, {
      kind: 'producer',
      parent: parent.trace ?? null,
      attributes: {
        ...messagingAttributes(queueName, 'create'),
        'messaging.batch.message_count': children.length,
        'workflow.component.id': parent.componentId,
      },
    });
    try {
      const outcome = await startChildren(fence, { ...parent, trace: span.context }, children);
      if (outcome.kind === 'refused') span.fail(outcome.code);
      return outcome;
    } catch (error) {
      span.fail((error as Error).name);
      throw error;
    } finally {
      span.end();
    }
  };
}

/**
 * Traces each call of a workflow. Only the host is recorded, because many services expect credentials in paths and
 * queries.
 */
export function traceCalls(tracing: Tracing, http: HttpClient): HttpClient {
  return {
    send: async (call, signal) => {
      const span = tracing.start(call.method, {
        kind: 'client',
        parent: call.trace ?? null,
        attributes: {
          'http.request.method': call.method,
          'url.scheme': call.url.protocol.slice(0, -1),
          'server.address': call.shownHost ?? call.url.hostname,
          'server.port': Number(call.url.port) || (call.url.protocol === 'https:' ? 443 : 80),
        },
      });
      try {
        const answer = await http.send({ ...call, trace: span.context }, signal);
        span.set({ 'http.response.status_code': answer.status });
        if (answer.status >= 400) span.fail(String(answer.status));
        return answer;
      } catch (error) {
        span.fail(signal.aborted ? 'aborted' : ((error as { code?: string }).code ?? 'failed'));
        throw error;
      } finally {
        span.end();
      }
    },
    close: http.close,
  };
}
