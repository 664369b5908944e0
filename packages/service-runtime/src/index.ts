export { FILE_VARIABLES, ConfigError, readEnv, type Env, type EnvReader } from './env-reader.ts';
export { NODE_ARGUMENTS } from './heap.ts';
export { createLogDestination, type LogDestination } from './log-destination.ts';
export { LOG_LEVELS, createLogger, flushLogs, type Logger, type LoggerOptions } from './logger.ts';
export { loadConfig } from './load-config.ts';
export { logRarely } from './log-rarely.ts';
export { BoundedLruMap, type LruWeight } from './bounded-lru-map.ts';
export { createMetrics, type Figure, type Metrics } from './metrics.ts';
export {
  startMetricsServer,
  type HealthReport,
  type MetricsServer,
  type MetricsServerOptions,
} from './metrics-server.ts';
export { REDACTED, redactFields, redactText } from './redaction.ts';
export { POSTGRES_URL_RULES, readServiceConfig, storeOptionsOf, type ServiceConfig } from './service-config.ts';
export { readCarriedStarts, type CarriedStartsConfig } from './carried-starts-config.ts';
export { createStoreMetrics, type PoolConnections } from './store-metrics.ts';
export { serviceVersion } from './service-version.ts';
export { messagingAttributes } from './tracing/messaging-attributes.ts';
export { openTracing, TRACES_SENT_WITHIN_MS } from './tracing/open-tracing.ts';
export type { Span, SpanAttributes, SpanKind, SpanStart, Tracing } from './tracing/tracing.ts';
export { SumsByOwner } from './sums-by-owner.ts';
export { startProgram } from './start-program.ts';
export { warnOfClock } from './warn-of-clock.ts';
export { runService, type ServiceSteps, type Shutdown } from './run-service.ts';
export type { BlockedTurn, RecordBlockedTurn } from './turns/blocked-turn.ts';
export { ownerOfTurn, runAs, type TurnOwner } from './turns/turn-owner.ts';
export { watchTurns, type TurnWatch } from './turns/watch-turns.ts';
