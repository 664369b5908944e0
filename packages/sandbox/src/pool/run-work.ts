import type { Json, JsonObject } from '@workflow/workflow-model';
import type { Sandbox } from './sandbox-pool.ts';
import type { SandboxLimits } from './sandbox-protocol.ts';
import type { Owner } from './turn-queue.ts';
import { readResult } from './read-result.ts';

/** A work for one of the processes that serve works. */
export interface WantedWork {
  /** Its name. */
  work: string;
  values: Readonly<JsonObject>;
  limits: SandboxLimits;
}

/**
 * Runs code of ours over data of others in a process of its own, where it ends at its limits whatever the data is.
 *
 * @throws StepFailure of the work, DATA_LIMIT at its limits, SANDBOX_BUSY, SANDBOX_FAILED; TryNotBegun
 */
export async function runWork(
  processes: Sandbox,
  wanted: WantedWork,
  owner: Owner,
  signal: AbortSignal,
): Promise<Json> {
  return readResult(await processes.run({ kind: 'work', ...wanted }, owner, signal), 'EXPRESSION_ERROR') ?? null;
}
