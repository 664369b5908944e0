import type { Manifest } from '@workflow/component-kit';
import { createGuardedConnector, readAllowedAddresses } from '@workflow/outbound';
import type { Checked } from '@workflow/workflow-model';
import { MAX_MANIFEST_BYTES } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read-manifest.ts';
import { ComponentProcess } from '../process/component-process.ts';

const TIMEOUT_MS = 20_000;
/** A place beyond those of a pool. */
const DESCRIBING_PLACE = 499;
const MAX_MEMORY_BYTES = 256 * 1024 * 1024;

/** Has a package describe itself, in a separate process without network, and checks the description. */
export async function describeInProcess(folder: string): Promise<Checked<Manifest>> {
  const connector = createGuardedConnector({ allowed: readAllowedAddresses([]), connectTimeoutMs: 1 });
  const started = new ComponentProcess({
    folder,
    maxMemoryBytes: MAX_MEMORY_BYTES,
    network: { connector, maxBytes: 0 },
    place: DESCRIBING_PLACE,
  });
  try {
    if (!(await started.starts())) return refuse('its process could not be started');
    const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_MANIFEST_BYTES };
    const answer = await started.call({ name: 'describe' }, limits);
    return answer.kind === 'result' ? readManifest(JSON.stringify(answer.value)) : refuse(answer.message);
  } finally {
    started.kill();
    await started.gone;
  }
}

function refuse(problem: string): Checked<Manifest> {
  return { ok: false, problems: [problem] };
}
