import { setTimeout as sleep } from 'node:timers/promises';
import { fillBacklog, fillFinished, finishedSessions, Lab } from '@workflow/test-harness';
import { expectOnly, runRequest } from '../../load/lab-requests.ts';
import type { LoadRequest } from '../../load/load.ts';
import { runLoad } from '../../load/run-load.ts';
import { atLeast, atMost, median, round, type RowResult } from '../row.ts';
import { measureListLatency } from './list-latency.ts';

const RATIO_BAR = 0.9;
const LIST_P99_BAR_MS = 20;
const FINISHED = 5_000_000;
const MANY_WAITING = 1_000_000;
const FEW_WAITING = 10_000;
const ACCEPT_PAIRS = 3;
const DRAIN_SECONDS = 60;
const FILL_EVERY_MS = 100;

/** Measures accept, drain and list with millions of sessions in the tables, and compares them with empty tables. */
export async function measureFullTables(): Promise<RowResult[]> {
  const empty = await TableLab.start();
  const full = await TableLab.start();
  try {
    const fewBefore = await full.drain(FEW_WAITING);
    const many = await full.drain(MANY_WAITING);
    const acceptWithWaiting = await compareAccept(full, empty);
    const fewAfter = await full.drain(FEW_WAITING);
    const drain = (2 * many) / (fewBefore + fewAfter);
    await full.fillFinished();
    const acceptWithFinished = await compareAccept(full, empty);
    const listP99Ms = await measureListLatency(full.lab);
    return [
      atLeast(
        'accept rate with 1,000,000 waiting ÷ empty',
        { acceptWithWaitingRatio: round(acceptWithWaiting) },
        acceptWithWaiting,
        RATIO_BAR,
        round(acceptWithWaiting).toFixed(2),
      ),
      atLeast(
        'accept rate with 5,000,000 finished ÷ empty',
        { acceptWithFinishedRatio: round(acceptWithFinished) },
        acceptWithFinished,
        RATIO_BAR,
        round(acceptWithFinished).toFixed(2),
      ),
      atLeast(
        'drain rate with 1,000,000 waiting ÷ with 10,000',
        { drainRatio: round(drain), drainPerSecond: Math.round(many) },
        drain,
        RATIO_BAR,
        `${Math.round(many)}/s = ${round(drain).toFixed(2)}`,
      ),
      atMost(
        'GET /v1/sessions p99, 5,000,000 sessions',
        { listP99Ms: round(listP99Ms) },
        listP99Ms,
        LIST_P99_BAR_MS,
        `${round(listP99Ms)} ms`,
      ),
    ];
  } finally {
    await full.lab.stop();
    await empty.lab.stop();
  }
}

/** Measures both clusters in turn. @returns the full cluster's accept rate as a share of the empty one's */
async function compareAccept(full: TableLab, empty: TableLab): Promise<number> {
  const ratios: number[] = [];
  for (let pair = 0; pair < ACCEPT_PAIRS; pair += 1) {
    await empty.forgetSessions();
    const emptyRate = await empty.acceptRate();
    ratios.push((await full.acceptRate()) / emptyRate);
  }
  return median(ratios);
}

/** A lab without executors whose tables are filled by SQL. */
class TableLab {
  readonly lab: Lab;
  readonly #request: LoadRequest;

  private constructor(lab: Lab, request: LoadRequest) {
    this.lab = lab;
    this.#request = request;
  }

  static async start(): Promise<TableLab> {
    const lab = await Lab.start({
      backend: 'redis',
      executors: 0,
      postgresSettings: { shared_buffers: '512MB', max_wal_size: '4GB' },
    });
    return new TableLab(lab, await runRequest(lab));
  }

  async acceptRate(): Promise<number> {
    const load = await runLoad({ request: this.#request, connections: 64, warmUpSeconds: 3, seconds: 10 });
    expectOnly(200, load.statuses);
    return load.perSecond;
  }

  /** Measures the sessions that one executor finishes per second in a minute while `waiting` others wait. */
  async drain(waiting: number): Promise<number> {
    await this.forgetSessions();
    await this.#fillBacklog(waiting);
    const executor = await this.lab.addExecutor();
    const since = performance.now();
    let filled = waiting;
    let finished = 0;
    while (performance.now() - since < DRAIN_SECONDS * 1000) {
      await sleep(FILL_EVERY_MS);
      finished = await finishedSessions(this.lab);
      await this.#fillBacklog(waiting + finished - filled);
      filled = waiting + finished;
    }
    const rate = (finished * 1000) / (performance.now() - since);
    await executor.stop();
    this.lab.forgetExecutors();
    return rate;
  }

  async forgetSessions(): Promise<void> {
    await this.lab.withDatabase((database) =>
      database.query('TRUNCATE sessions, steps, enqueued_batches, admission_quotas'),
    );
  }

  async fillFinished(): Promise<void> {
    await this.forgetSessions();
    await this.lab.withDatabase((database) =>
      fillFinished(database, this.lab.organization.id, this.#request.body, FINISHED),
    );
  }

  #fillBacklog(count: number): Promise<void> {
    return this.lab.withDatabase((database) =>
      fillBacklog(database, this.lab.organization.id, this.#request.body, count),
    );
  }
}
