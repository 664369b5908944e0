export { runSession } from './run-session.ts';
export { ResultMemory } from './result-memory.ts';
export type { SessionDependencies } from './session-dependencies.ts';
export { ReleaseRequest } from './session-outcome.ts';
export type { SessionOutcome } from './session-outcome.ts';
export { createWorkflowCache } from './workflow-cache.ts';
