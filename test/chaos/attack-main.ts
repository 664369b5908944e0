// Attacks in a process of its own, which receives what to do as a message and goes on until its parent disconnects: the
// one that measures the neighbour must not be busy with it.
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
  // What is still under way is cut off, as an attacker would.
  setTimeout(() => process.exit(0), 1_000);
});
