import { randomUUID } from 'node:crypto';
import { logRarely, type Logger } from '@workflow/service-runtime';
import {
  createNotifications,
  createFailFastRedis,
  createSessionProducer,
  createSessionStarts,
  createStartSealer,
  type SessionNotifications,
  type SessionProducer,
} from '@workflow/session-queue';
import type { IngressConfig } from './config.ts';
import type { SharedCounters } from './limits/rate-limits.ts';

/** The clients of the queue and Redis in this replica. */
export interface QueueClients {
  producer: SessionProducer;
  notifications: SessionNotifications;
  /** Identifies this replica for the executors that notify it of a session's end and open its sealed data. */
  replicaId: string;
  /** The counters for limits that all replicas share; null without Redis. */
  counters: SharedCounters | null;
}

/** Opens the clients. Only the counters connect before they are used. */
export function openQueueClients(config: IngressConfig, log: Logger): QueueClients {
  const onError = logRarely(log, 'An operation of the queue failed');
  const { redis, queueDatabaseUrl: databaseUrl, queueName: name } = config;
  const options = { redis, databaseUrl, name, onError };
  const keys = [config.secretsKey, ...config.previousSecretsKeys];
  const replicaId = randomUUID();
  const starts = createSessionStarts(keys);
  return {
    producer: createSessionProducer(options, createStartSealer(starts, replicaId, config.intake.maxCarriedBytes)),
    notifications: createNotifications(options, keys),
    replicaId,
    counters: redis === null ? null : createFailFastRedis(redis, 'ingress-rate-limits', onError),
  };
}
