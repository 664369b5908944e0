export { bundleStale } from './bundle-stale.ts';
export { PROGRAMS } from './bundles.ts';
