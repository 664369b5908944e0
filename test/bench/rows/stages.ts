import { describeInstallation, isInstalled } from '@workflow/test-harness';
import { StepRecorder } from '../../chaos/step-recorder.ts';
import { expectOnly } from '../../load/lab-requests.ts';
import { runLoad } from '../../load/run-load.ts';
import type { Engine } from '../engines/engine.ts';
import { startHere } from '../engines/start-here.ts';
import { installPeers, startDbos, startRestate } from '../engines/start-peers.ts';
import { treeCpuSeconds } from '../process-usage.ts';
import { BACKEND_NAMES, median, round, type RowResult } from '../row.ts';
import { CALLER, captureMessages } from '../stages/capture-messages.ts';
import { criticalPaths, summarizePaths, type Stage } from '../stages/critical-path.ts';

const ROUNDS = 5;
const SECONDS = 2;

/** One round of one engine. */
interface Measured {
  paths: Stage[][];
  /** CPU milliseconds of each process for a request. */
  cpuMs: Record<string, number>;
}

/**
 * Shows where the time of a single caller goes: the stages of the requests, whose sum is their time, and the CPU time
 * of each process. All engines run at the same time and are measured in turn.
 */
export async function measureStages(): Promise<RowResult[]> {
  if (!isInstalled('tcpdump')) throw new Error(describeInstallation('tcpdump'));
  installPeers();
  const steps = new StepRecorder(0);
  const options = { logs: 'usual', stepUrl: await steps.listen() } as const;
  const engines = new Map<string, Engine>();
  try {
    engines.set(BACKEND_NAMES.redis, await startHere('redis', options));
    engines.set(BACKEND_NAMES.postgres, await startHere('postgres', options));
    engines.set('DBOS', await startDbos(options));
    engines.set('Restate', await startRestate(options));
    const measured = new Map<string, Measured[]>([...engines.keys()].map((name) => [name, []]));
    // The first round warms all engines up.
    for (let index = 0; index <= ROUNDS; index += 1)
      for (const [name, engine] of engines) {
        const of = await measureEngine(engine);
        if (index > 0) measured.get(name)!.push(of);
      }
    return [...measured].map(([name, rounds]) => showStages(name, rounds));
  } finally {
    for (const engine of engines.values()) await engine.stop();
    steps.close();
  }
}

async function measureEngine({ waiting, processes }: Engine): Promise<Measured> {
  const cpuNow = (): number[] => processes.map(({ pid }) => treeCpuSeconds(pid));
  let cpuMs = {};
  const messages = await captureMessages(processes, async () => {
    const before = cpuNow();
    const load = await runLoad({ request: waiting.computed, connections: 1, seconds: SECONDS });
    expectOnly(200, load.statuses);
    const after = cpuNow();
    const each = (index: number): number => ((after[index]! - before[index]!) * 1_000) / load.answers;
    cpuMs = Object.fromEntries(processes.map(({ name }, index) => [name, each(index)]));
  });
  return { paths: criticalPaths(messages, CALLER), cpuMs };
}

function showStages(name: string, rounds: Measured[]): RowResult {
  const { stages, share, p50Ms } = summarizePaths(rounds.flatMap(({ paths }) => paths));
  const cpu = Object.keys(rounds[0]!.cpuMs).map((party): [string, number] => [
    party,
    round(median(rounds.map(({ cpuMs }) => cpuMs[party]!))),
  ]);
  const sumMs = stages.reduce((sum, { ms }) => sum + ms, 0);
  return {
    title: `one caller, stages of ${name}`,
    values: {
      [`stages.${name}.p50Ms`]: round(p50Ms),
      ...Object.fromEntries(stages.map(({ party, ms }, index) => [`stages.${name}.${index + 1}.${party}`, round(ms)])),
      ...Object.fromEntries(cpu.map(([party, ms]) => [`stages.${name}.cpuMs.${party}`, ms])),
    },
    measured:
      `${stages.map(({ party, ms }) => `${party} ${round(ms)}`).join(', ')}: ${round(sumMs)} of ${round(p50Ms)} ms, ` +
      `${round(share * 100, 0)} % of the requests; CPU ${cpu.map(([party, ms]) => `${party} ${ms}`).join(', ')} ms`,
    bar: 'shown',
    passed: true,
  };
}
