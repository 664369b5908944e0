export * from './contract.ts';
export { createSessionConsumer } from './session-consumer.ts';
export { createSessionProducer } from './session-producer.ts';
export { createEndSignals } from './end-signals.ts';
export { createFailFastRedis } from './redis-client.ts';
