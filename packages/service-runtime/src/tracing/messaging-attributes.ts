import type { SpanAttributes } from './tracing.ts';

/** Returns the attributes of a queue message in OpenTelemetry's conventions. */
export function messagingAttributes(queueName: string, operation: string): SpanAttributes {
  return {
    'messaging.system': 'bullmq',
    'messaging.destination.name': queueName,
    'messaging.operation.name': operation,
    'messaging.operation.type': operation,
  };
}
