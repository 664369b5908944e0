export { createSandbox } from './pool/sandbox-pool.ts';
export type { Sandbox, SandboxOptions } from './pool/sandbox-pool.ts';
export { runDataJob } from './pool/run-data-job.ts';
export { TurnQueue } from './pool/turn-queue.ts';
export type { Owner } from './pool/turn-queue.ts';
export { canChangeUser, processUser, type ProcessUser } from './processes/process-user.ts';
export { slowDown } from './processes/slow-down.ts';
