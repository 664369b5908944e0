export { UNCHECKED } from './system/unchecked.ts';
export { totpCode } from './totp-code.ts';
export { describeEachBackend, describeWithRedis, testRedisUrl, type BackendKind } from './backends.ts';
export { documentedMetrics, registeredMetrics } from './documented-metrics.ts';
export { watchSharedLoop } from './loops/watch-shared-loop.ts';
export { longestTurnMs } from './longest-turn.ts';
export { machineSlowness } from './machine-slowness.ts';
export { busyMs, unstalledMs } from './measured-time.ts';
export { newSession } from './new-session.ts';
export { exitWithUsage, readNames, readOptions } from './read-options.ts';
export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { environmentForServices } from './test-environment.ts';
export { describeWhereThereIs, describeWithProgram } from './suites-with-needs.ts';
export { testQueueName } from './test-queue-name.ts';
export { waitFor, type WaitOptions } from './wait-for.ts';
export { queuedStates } from '@workflow/session-store';
export { freePort } from '@workflow/local-stack';
export { promote, startStandby } from './servers/postgres-standby.ts';
export { RestartablePostgres } from './servers/restartable-postgres.ts';
export { makeTestCertificates } from './servers/test-certificates.ts';
export { redisCommand, RestartableRedis } from './servers/restartable-redis.ts';
export {
  isInstalled,
  OLDEST_POSTGRES_HOME,
  describeInstallation,
  type OutsideProgram,
} from './servers/installed-programs.ts';
export { startDovecot, type TestDovecot } from './servers/dovecot-server.ts';
export { startMariadb, type TestMariadb } from './servers/mariadb-server.ts';
export { startS3Server, type TestS3Server } from './servers/s3-server.ts';
export { startPgBouncer, type TestPgBouncer } from './servers/pgbouncer.ts';
export { OAUTH_CLIENT, startAuthorizationServer, type AuthorizationServer } from './servers/authorization-server.ts';
export { OIDC_CLIENT, startIdentityProvider, type IdentityProvider } from './servers/identity-provider.ts';
export { startRedisCluster, startRedisSentinel } from './servers/redis-topologies.ts';
export { bundledProgram } from './servers/shared-bundles.ts';
export { findChromium, sharedBrowserAddress } from './servers/shared-browsers.ts';
export { ensureConsoleIsBuilt } from './servers/shared-console.ts';
export { packedPackage, type PackageName } from './servers/shared-packages.ts';
export { sharedPostgresUrl, sharedRedisUrl, stopOwnServers } from './servers/shared-servers.ts';
export { stopWithParent } from './servers/stop-with-parent.ts';
export { TcpProxy } from './servers/tcp-proxy.ts';
export type { TestServer } from './servers/test-server.ts';
export { createApiClient, type ApiAnswer, type ApiClient } from './system/api-client.ts';
export { createOrganization, type TestOrganization } from './system/create-organization.ts';
export { Lab, type LabOptions } from './lab/lab.ts';
export { describeStillLoop, type StillLoop } from './loops/still-loop.ts';
export { CHAT_CONVERSATION } from './largest-tenant/fill-conversations.ts';
export { fillLargestTenant } from './largest-tenant/fill-largest-tenant.ts';
export {
  formDefinition as formDefinitionOf,
  triggerDefinition as triggerDefinitionOf,
  CALLBACK,
  wideDefinition as wideDefinitionOf,
  CHAT_COMPONENT,
} from './largest-tenant/large-definitions.ts';
export { startMeasuredPostgres } from './largest-tenant/measured-postgres.ts';
export { tenantId } from './largest-tenant/tenant-id.ts';
export { LARGE, LIMITS } from './largest-tenant/tenant-sizes.ts';
export { PARENT_SESSION, STEPPED_SESSION } from './largest-tenant/fill-sessions.ts';
export { Trials, TRIAL_BOUNDS, type Trial } from './largest-tenant/trials.ts';
export { fillBacklog, fillFinished, fillHeld } from './lab/fill-sessions.ts';
export {
  codeWorkflow,
  delayWorkflow,
  httpWorkflow,
  runBody,
  transformWorkflow,
  webhookWorkflow,
  withFlow,
  type LabWorkflow,
} from './lab/lab-workflows.ts';
export { finishedSessions, readMetric } from './lab/read-metrics.ts';
export type { LogLine } from './system/service-log.ts';
export { ServiceProcess } from './system/service-process.ts';
export { openSharedSystem, type SharedSystem } from './system/shared-system.ts';
export { openSharedConsole } from './system/console-admin.ts';
export { FIRST_ADMIN, SHARED_OPERATOR_KEY } from './system/shared-systems.ts';
export { startSystem, type RunningIngress, type SystemOptions, type TestSystem } from './system/start-system.ts';
export { usedBytes } from './used-bytes.ts';
