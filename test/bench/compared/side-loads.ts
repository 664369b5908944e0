import {
  finishedSessions,
  httpWorkflow,
  Lab,
  transformWorkflow,
  waitFor,
  type BackendKind,
} from '@workflow/test-harness';
import { Client } from 'pg';
import { StepRecorder } from '../../chaos/step-recorder.ts';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { runLoad } from '../../load/run-load.ts';
import { cpuPerMillion, readLabCpu, residentMib } from '../process-usage.ts';
import { CALLER, captureMessages } from '../stages/capture-messages.ts';
import { criticalPaths, summarizePaths } from '../stages/critical-path.ts';
import { labProcesses } from '../stages/engine-process.ts';
import type { Figures } from './figures.ts';

const CONNECTIONS = 64;
const MANY_CONNECTIONS = 256;
/** Both versions are measured within the same few seconds, because the speed of a machine changes. */
const SECONDS = 1;
/** All callers of `many` ask in the same moment, so a second would be mostly its beginning. */
const MANY_SECONDS = 3;
/** The number of runs that `accepted` and `drained` post. */
const RUNS = 15_000;
const POST_WITHIN_SECONDS = 60;
const ENDED_WITHIN_MS = 300_000;

/**
 * The loads in the order in which they are measured. `start` is the time from the start of both services until they are
 * ready. `stages` is the time that a single caller waits for each part, and needs `tcpdump` and root.
 */
export const LOADS = ['start', 'one', 'stages', 'waited', 'many', 'http', 'accepted', 'drained'] as const;
export type LoadName = (typeof LOADS)[number];
/** The loads that are measured if none is named. */
export const USUAL_LOADS = LOADS.filter((load) => load !== 'stages');

interface Requests {
  /** The answer is sent when the run is accepted. */
  plain: LoadRequest;
  /** The same request with `Prefer: wait`. */
  waiting: LoadRequest;
  /** The waiting request with one HTTP request to a server of this process. */
  http: LoadRequest;
}

/** One version of the system on separate servers. */
export class Side {
  readonly #lab: Lab;
  readonly #database: Client;
  readonly #steps: StepRecorder;
  readonly #requests: Requests;

  private constructor(lab: Lab, database: Client, steps: StepRecorder, requests: Requests) {
    this.#lab = lab;
    this.#database = database;
    this.#steps = steps;
    this.#requests = requests;
  }

  static async start(backend: BackendKind): Promise<Side> {
    const steps = new StepRecorder(0);
    const lab = await Lab.start({ backend, executors: 1 });
    const database = new Client({ connectionString: lab.postgres.url });
    await database.connect();
    const wait = { Prefer: 'wait=10' };
    return new Side(lab, database, steps, {
      plain: await runRequest(lab),
      waiting: await runRequest(lab, transformWorkflow(), wait),
      http: await runRequest(lab, httpWorkflow(await steps.listen(), 1), wait),
    });
  }

  /** Measures one load. @throws when an answer is not as expected, or sessions do not end */
  measure(load: LoadName): Promise<Figures> {
    const loads: Record<LoadName, () => Promise<Figures>> = {
      one: () => this.#withCosts('one', () => this.#wait('one', this.#requests.waiting, 1)),
      stages: () => this.#stages(),
      waited: () => this.#withCosts('waited', () => this.#wait('waited', this.#requests.waiting, CONNECTIONS)),
      many: () => this.#wait('many', this.#requests.waiting, MANY_CONNECTIONS, MANY_SECONDS),
      http: () => this.#wait('http', this.#requests.http, CONNECTIONS),
      accepted: () => this.#accept(),
      drained: () => this.#drain(),
      start: () => this.#startServices(),
    };
    return loads[load]();
  }

  async stop(): Promise<void> {
    await this.#database.end();
    this.#steps.close();
    await this.#lab.stop();
  }

  async #wait(name: string, request: LoadRequest, connections: number, seconds = SECONDS): Promise<Figures> {
    const load = await runLoad({ request, connections, seconds });
    expectOnly(200, load.statuses);
    return { [`${name}PerSecond`]: load.perSecond, [`${name}P50Ms`]: load.p50Ms, [`${name}P99Ms`]: load.p99Ms };
  }

  async #stages(): Promise<Figures> {
    const messages = await captureMessages(labProcesses(this.#lab), async () => {
      await this.#wait('one', this.#requests.waiting, 1);
    });
    const { stages } = summarizePaths(criticalPaths(messages, CALLER));
    const figures: Record<string, number> = { 'stages.count': stages.length };
    for (const { party, ms } of stages) figures[`stages.${party}Ms`] = (figures[`stages.${party}Ms`] ?? 0) + ms;
    return figures;
  }

  async #accept(): Promise<Figures> {
    const before = await finishedSessions(this.#lab);
    const posted = await this.#post();
    await this.#untilEnded(before + posted.answers);
    return { acceptedPerSecond: posted.perSecond };
  }

  async #drain(): Promise<Figures> {
    const executor = this.#lab.executors[0];
    const before = await finishedSessions(this.#lab);
    executor?.signal('SIGSTOP');
    try {
      const posted = await this.#post();
      executor?.signal('SIGCONT');
      const since = performance.now();
      const costs = await this.#withCosts('drained', async () => {
        await this.#untilEnded(before + posted.answers);
        return { drainedPerSecond: (posted.answers * 1000) / (performance.now() - since) };
      });
      return { pausedAcceptedPerSecond: posted.perSecond, ...costs };
    } finally {
      executor?.signal('SIGCONT');
    }
  }

  async #post(): Promise<{ answers: number; perSecond: number }> {
    const posted = await runLoad({
      request: this.#requests.plain,
      connections: CONNECTIONS,
      seconds: POST_WITHIN_SECONDS,
      most: RUNS,
    });
    expectOnly(200, posted.statuses);
    return posted;
  }

  async #untilEnded(count: number): Promise<void> {
    const areEnded = async (): Promise<boolean> => (await finishedSessions(this.#lab)) >= count;
    await waitFor(areEnded, { withinMs: ENDED_WITHIN_MS, everyMs: 50, what: 'all sessions to end' });
  }

  /** Adds the cost of each session that ended: processor time of each process, and write-ahead log. */
  async #withCosts(name: string, load: () => Promise<Figures>): Promise<Figures> {
    const [cpu, wal, ended] = [readLabCpu(this.#lab), await this.#walBytes(), await finishedSessions(this.#lab)];
    const figures = await load();
    const sessions = (await finishedSessions(this.#lab)) - ended;
    // Seconds per million equal microseconds per session.
    const micros = Object.entries(cpuPerMillion(this.#lab, cpu, sessions)) as [string, number][];
    return {
      ...figures,
      [`${name}CpuMicroseconds`]: micros.reduce((sum, [, each]) => sum + each, 0),
      ...Object.fromEntries(micros.map(([of, each]) => [`${name}Cpu.${of}`, each])),
      [`${name}WalBytes`]: ((await this.#walBytes()) - wal) / sessions,
    };
  }

  async #walBytes(): Promise<number> {
    const { rows } = await this.#database.query<{ bytes: string }>(
      `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`,
    );
    return Number(rows[0]?.bytes);
  }

  async #startServices(): Promise<Figures> {
    const figures: Record<string, number> = {};
    for (const service of [this.#lab.ingresses[0]!, this.#lab.executors[0]!]) {
      await service.stop();
      const since = performance.now();
      service.start();
      await service.untilReady();
      const { service: name } = service.options;
      figures[`${name}StartSeconds`] = (performance.now() - since) / 1000;
      figures[`${name}ReadyMib`] = residentMib(service.pid);
    }
    return figures;
  }
}
