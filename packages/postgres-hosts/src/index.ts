export { postgresAddress } from './postgres-address.ts';
export { closeAtOnce } from './writer-search.ts';
export { urlOfEachHost, HOSTS_RULE } from './hosts-of.ts';
export { isConnectionLoss } from './connection-loss.ts';
