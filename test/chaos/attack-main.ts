// Runs an attack in a separate process, so that the process that measures the neighbour is not busy with it. Its parent
// sends the attack as a message, and it runs until the parent disconnects.
import { createApiClient } from '@workflow/test-harness';
import { ATTACKS, type AttackTarget } from './faults/attack-requests.ts';

let isOver = false;
process.once('message', ({ name, port, apiKey }: AttackTarget) => {
  const evil = createApiClient(`http://127.0.0.1:${port}`, apiKey);
  const found = ATTACKS.find((attack) => attack.name === name);
  void found
    ?.attack({ port, evil }, () => isOver)
    .catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
});
process.once('disconnect', () => {
  isOver = true;
  // Open requests are cut off, as an attacker would do.
  setTimeout(() => process.exit(0), 1_000);
});
