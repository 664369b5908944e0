import type { Json, JsonObject } from '@workflow/workflow-model';
import type { Sandbox } from './sandbox-pool.ts';
import type { SandboxLimits } from './sandbox-protocol.ts';
import type { Owner } from './turn-queue.ts';
import { readResult } from './read-result.ts';

/** A data job to run in one of the data processes. */
export interface WantedDataJob {
  /** The name of the data job. */
  dataJob: string;
  values: Readonly<JsonObject>;
  limits: SandboxLimits;
}

/**
 * Runs code of this repository on untrusted data in a separate process. The process ends at its limits, whatever the
 * data is.
 *
 * @throws StepFailure of the data job; DATA_LIMIT at its limits; SANDBOX_BUSY; SANDBOX_FAILED; AttemptNotBegun
 */
export async function runDataJob(
  processes: Sandbox,
  wanted: WantedDataJob,
  owner: Owner,
  signal: AbortSignal,
): Promise<Json> {
  return readResult(await processes.run({ kind: 'data-job', ...wanted }, owner, signal), 'EXPRESSION_ERROR') ?? null;
}
