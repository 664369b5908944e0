// The program of a sandbox process that runs only code.
import { servePrograms } from '../inside/serve-programs.ts';
import { sandboxFailure } from '../pool/sandbox-protocol.ts';

await servePrograms(() => Promise.resolve(sandboxFailure('SANDBOX_FAILED', 'this process evaluates no expressions')));
