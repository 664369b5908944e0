export { buildConsole, isConsoleStale } from './console-build.ts';
export { freePort } from './free-port.ts';
export { clusterState, createCluster, type ClusterState } from './postgres/postgres-cluster.ts';
export { startPostgres, type PostgresServer, type PostgresServerOptions } from './postgres/postgres-server.ts';
export { DEMO_WORKFLOWS, type DemoWorkflow } from './demo/demo-workflows.ts';
