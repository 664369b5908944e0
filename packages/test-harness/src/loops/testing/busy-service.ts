// A service for tests. It computes for half a second before it is ready and again after a signal, longer on a machine
// that is slower than the one for which bounds were set. The slowness is measured until the end, because it changes.
import { machineSlowness } from '../../machine-slowness.ts';
import { spentMs } from '../spent-ms.ts';

const TURN_MS = { SIGUSR2: 400, SIGHUP: 100 };
const START_MS = 500;

function compute(ms: number): void {
  const before = spentMs();
  while (spentMs() - before < ms * machineSlowness());
}

function log(msg: string): void {
  process.stdout.write(`${JSON.stringify({ msg })}\n`);
}

for (const [signal, turnMs] of Object.entries(TURN_MS))
  process.on(signal, () => {
    compute(turnMs);
    log('computed');
  });
process.on('SIGTERM', () => process.exit(0));
setInterval(() => {}, 1_000);
compute(START_MS);
log('ready');
