export { recordOutcome } from './record-outcome.ts';
export { runSession } from './run-session.ts';
export type { SessionDependencies, SessionLimits } from './session-dependencies.ts';
export { HandBackRequest } from './session-outcome.ts';
export type { SessionOutcome } from './session-outcome.ts';
export { createWorkflowCache } from './workflow-cache.ts';
export type { WorkflowCache } from './workflow-cache.ts';
