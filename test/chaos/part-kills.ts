import { setTimeout as pause } from 'node:timers/promises';
import type { Lab } from '@workflow/test-harness';

const DOWN_MS = 1_000;

export type PartKill = (lab: Lab, index: number) => Promise<void>;

/** Functions that kill a part and start it again, by the name of the fault. */
export const PART_KILLS: Readonly<Record<string, PartKill>> = {
  'executor killed': async (lab, index) => {
    // The executor restarts by itself.
    await lab.executors[index % lab.executors.length]!.kill();
  },
  'ingress killed': async (lab, index) => {
    const ingress = lab.ingresses[index % lab.ingresses.length]!;
    await ingress.untilReady();
    await ingress.kill();
  },
  'Redis killed': async ({ redis }) => {
    await redis!.kill();
    await pause(DOWN_MS);
    await redis!.start();
  },
  'PostgreSQL killed': async ({ postgres }) => {
    await postgres.kill();
    await pause(DOWN_MS);
    await postgres.start();
  },
};
