import type { SpanAttributes } from './tracing.ts';

/** The attributes of a message of the queue in OpenTelemetry's conventions. */
export function messagingAttributes(queueName: string, operation: string): SpanAttributes {
  return {
    'messaging.system': 'bullmq',
    'messaging.destination.name': queueName,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
  };
}
