export { clusterState, createCluster, type ClusterState } from './postgres/postgres-cluster.ts';
export { startPostgres, type PostgresServer, type PostgresServerOptions } from './postgres/postgres-server.ts';
export { folderForAll, isTraversableByAll } from './postgres/postgres-binaries.ts';
