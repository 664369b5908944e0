export { postgresAddress, type PostgresAddress } from './postgres-address.ts';
export { closeAtOnce } from './writer-search.ts';
export { hostsOf, urlOfEachHost, HOSTS_RULE } from './hosts-of.ts';
export { isConnectionLoss } from './connection-loss.ts';
