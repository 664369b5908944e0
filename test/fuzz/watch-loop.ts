// Loaded before a service: writes to the file of its process how long the main loop stood still, in milliseconds of the
// thread's own CPU, so that other load of the machine does not count.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const LOOK_EVERY_MS = 20;
const WORTH_WRITING_MS = 100;

const folder = process.env['LOOP_RECORDS'];
if (isMainThread && folder !== undefined) {
  const file = join(folder, String(process.pid));
  let before = spentMs();
  setInterval(() => {
    const now = spentMs();
    const stoodMs = now - before;
    before = now;
    if (stoodMs >= WORTH_WRITING_MS) appendFileSync(file, `${stoodMs}\n`);
  }, LOOK_EVERY_MS).unref();
}

function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return Math.round((user + system) / 1_000);
}
