import { randomUUID } from 'node:crypto';
import { logRarely, type Logger } from '@workflow/service-runtime';
import {
  createEndSignals,
  createFailFastRedis,
  createSessionProducer,
  type EndSignals,
  type SessionProducer,
} from '@workflow/session-queue';
import type { IngressConfig } from './config.ts';
import type { SharedCounters } from './limits/rate-limits.ts';

/** The parts of this replica that use the queue and Redis. */
export interface QueueClients {
  producer: SessionProducer;
  signals: EndSignals;
  /** Names this replica to the executors that signal a session's end. */
  replicaId: string;
  /** For limits that all replicas share; null without Redis. */
  counters: SharedCounters | null;
}

/** Only the counters connect before they are used. */
export function openQueueClients(config: IngressConfig, log: Logger): QueueClients {
  const onError = logRarely(log, 'queue error');
  const { redis, queueDatabaseUrl: databaseUrl, queueName: name } = config;
  const options = { redis, databaseUrl, name, onError };
  return {
    producer: createSessionProducer(options),
    signals: createEndSignals(options, [config.secretsKey, ...config.previousSecretsKeys]),
    replicaId: randomUUID(),
    counters: redis === null ? null : createFailFastRedis(redis, 'ingress-rate-limits', onError),
  };
}
