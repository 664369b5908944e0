export { createComponentPool } from './process/component-pool.ts';
export type { CalledPackage, ComponentPool, ComponentPoolOptions } from './process/component-pool.ts';
export type { CallFailure, CallLimits, ComponentAnswer, ComponentCall } from './process/component-call.ts';
export { describeManualPackages } from './record/describe-manual-packages.ts';
