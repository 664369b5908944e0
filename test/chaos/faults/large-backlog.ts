import { setTimeout as pause } from 'node:timers/promises';
import { fillBacklog, Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { countRows, findStrandedRows, strandedNotes } from '../stranded/find-stranded-rows.ts';
import { addBar, type Fault, type FaultResult } from '../fault.ts';

const MEMORY_BAR_MIB = 64;

/** A million sessions wait: all of them in PostgreSQL, a bounded part of them in Redis. */
export const largeBacklog: Fault = {
  name: 'a large backlog',
  short: false,
  share: 0.5,
  run: async (size) => {
    const lab = await Lab.start({ backend: 'redis', executors: 0 });
    try {
      const request = await runRequest(lab);
      const idle = await redisMemoryMib(lab);
      const waiting = size.of(1_000_000, 20_000);
      await lab.withDatabase((database) => fillBacklog(database, lab.organization.id, request.body, waiting));
      // One executor fills the queue and is then suspended, so that the queue stays full.
      const executor = await lab.addExecutor();
      let most = 0;
      for (let look = 0; look < 40; look += 1) {
        most = Math.max(most, (await redisMemoryMib(lab)) - idle);
        await pause(100);
      }
      executor.signal('SIGSTOP');
      most = Math.max(most, (await redisMemoryMib(lab)) - idle);
      executor.signal('SIGCONT');
      const stranded = await lab.withDatabase(findStrandedRows);
      const result: FaultResult = {
        name: 'a large backlog',
        accepted: waiting,
        finished: 0,
        lost: 0,
        finishedTwice: 0,
        committedStepsRerun: 0,
        stranded: countRows(stranded),
        recoverySeconds: 0,
        passed: stranded.length === 0,
        notes: strandedNotes(stranded),
      };
      addBar(result, {
        text: `${waiting} waiting, Redis at most ${most.toFixed(1)} MiB above idle`,
        met: most <= MEMORY_BAR_MIB,
      });
      return result;
    } finally {
      await lab.stop();
    }
  },
};

async function redisMemoryMib(lab: Lab): Promise<number> {
  const info = await lab.redis!.command('INFO memory');
  return Number(/used_memory:(\d+)/.exec(info)?.[1]) / 1024 / 1024;
}
