export { createNotifications } from './open-notifications.ts';
export type { SessionQueueOptions } from './queue-options.ts';
export { createFailFastRedis } from './redis-client.ts';
export { createSessionConsumer, type SessionConsumer, type SessionConsumerOptions } from './session-consumer.ts';
export {
  createStartSealer,
  MAX_SESSIONS_PER_JOB,
  partOfJob,
  type SessionJob,
  type SessionToEnqueue,
} from './session-job.ts';
export {
  DISPATCHER,
  EVERY_INGRESS,
  type SessionNotification,
  type SessionNotifications,
} from './session-notifications.ts';
export { createSessionStarts, type CarriedStart, type SessionStarts } from './session-starts.ts';
export { createSessionProducer, type SessionProducer } from './session-producer.ts';
