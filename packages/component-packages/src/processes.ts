export { createComponentPool } from './process/component-pool.ts';
export type { CalledPackage, ComponentPool, ComponentPoolOptions } from './process/component-pool.ts';
export type { CallLimits, ComponentAnswer, ComponentCall } from './process/component-call.ts';
