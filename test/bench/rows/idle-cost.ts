import { setTimeout as pause } from 'node:timers/promises';
import type { Lab } from '@workflow/test-harness';
import { runRequest } from '../../load/lab-requests.ts';
import { PacedLoad } from '../../load/paced-load.ts';
import { cpuSeconds } from '../process-usage.ts';
import { round, type RowResult } from '../row.ts';
import { withLab } from '../with-lab.ts';

const CPU_BAR_PERCENT = 2;
const REDIS_BAR = 10;
const STATEMENTS_BAR = 20;
const SECONDS = 30;

/** Measures the cost of the system while it is idle after work. */
export function measureIdleCost(): Promise<RowResult> {
  return withLab({ backend: 'redis', executors: 1, postgresSettings: { log_statement: 'all' } }, async (lab) => {
    await new PacedLoad(lab, await runRequest(lab)).run(3);
    await pause(10_000);
    const pids = [lab.ingresses[0]!.pid, lab.executors[0]!.pid];
    const cpu = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    const before = { cpu: cpu(), redis: await redisCommands(lab), statements: lab.postgres.statements };
    await pause(SECONDS * 1000);
    const after = { cpu: cpu(), redis: await redisCommands(lab), statements: lab.postgres.statements };
    const cpuPercent = ((after.cpu - before.cpu) * 100) / SECONDS;
    // The reading itself is one command.
    const redisPerSecond = (after.redis - before.redis - 1) / SECONDS;
    const statementsPerSecond = (after.statements - before.statements) / SECONDS;
    const values = {
      idleCpuPercent: round(cpuPercent),
      idleRedisPerSecond: round(redisPerSecond, 1),
      idleStatementsPerSecond: round(statementsPerSecond, 1),
    };
    return {
      title: 'idle',
      values,
      measured:
        `${values.idleCpuPercent} % of a core, ${values.idleRedisPerSecond} Redis commands/s, ` +
        `${values.idleStatementsPerSecond} statements/s`,
      bar: `≤ ${CPU_BAR_PERCENT} %, ≤ ${REDIS_BAR}, ≤ ${STATEMENTS_BAR}`,
      passed: cpuPercent <= CPU_BAR_PERCENT && redisPerSecond <= REDIS_BAR && statementsPerSecond <= STATEMENTS_BAR,
    };
  });
}

async function redisCommands(lab: Lab): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await lab.redis!.command('INFO stats'))?.[1]);
}
