export { ConfigError, readEnv, type Env, type EnvReader } from './env-reader.ts';
export { NODE_ARGUMENTS } from './heap.ts';
export { createLogDestination, type LogDestination } from './log-destination.ts';
export { LOG_LEVELS, createLogger, flushLogs, type Logger, type LoggerOptions } from './logger.ts';
export { Counter, Gauge, Histogram, Registry, createMetrics } from './metrics.ts';
export { startMetricsServer, type HealthReport, type MetricsServer, type MetricsServerOptions } from './metrics-server.ts';
export { REDACTED, redactFields, redactText } from './redaction.ts';
export { runService, type ServiceSteps, type Shutdown } from './run-service.ts';
