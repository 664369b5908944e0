// Requests to sandbox processes and their answers. This entry starts no process and can be loaded in a browser.
export { readResult } from './pool/read-result.ts';
export { sandboxFailure } from './pool/sandbox-protocol.ts';
export type { ProgramRunner, SandboxAnswer, SandboxFailureCode, SandboxRequest } from './pool/sandbox-protocol.ts';
export type { Owner } from './pool/turn-queue.ts';
