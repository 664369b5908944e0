import { Client } from 'pg';
import { longestOfRun } from '../longest-turn.ts';
import { LONGEST_TURN_MS } from '../loops/watch-turns.ts';
import { machineSlowness } from '../machine-slowness.ts';

/** The bounds of one trial. Statements are measured by wall time, so the bound is generous and a trial is repeated. */
export const TRIAL_BOUNDS = {
  turnMs: LONGEST_TURN_MS,
  statementMs: 1_000,
  /**
   * Maximum size of the pages of tables and indexes that one query touches, in memory or not. A page counts each time
   * it is touched. This bound does not apply to writes, which touch pages in each index for each row.
   */
  statementBytes: 256 * 1024 * 1024,
  answerBytes: 16 * 1024 * 1024,
};

/** The time of the reference statement on an idle machine. */
const CALM_STATEMENT_MS = 100;

interface SlowestStatement {
  text: string;
  ms: number;
  bytes: number;
}

export interface Trial {
  name: string;
  ms: number;
  /** CPU time of the longest turn of the event loop, in milliseconds. */
  turnMs: number;
  answerBytes: number;
  slowest: SlowestStatement;
  mostBytes: SlowestStatement;
  /** How often the trial was run. */
  runs: number;
}

/** Returns the size of the answer in bytes. */
export type TrialRun = () => Promise<number>;

const STATEMENTS = `SELECT query AS text, max_exec_time AS ms,
    CASE WHEN query ~* '^\\s*(SELECT|WITH)' AND query !~* '(UPDATE \\w+ (\\w+ )?SET|INSERT INTO|DELETE FROM)'
      THEN 8192 * (shared_blks_hit + shared_blks_read) / greatest(calls, 1) ELSE 0 END::float8 AS bytes
  FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`;
const NONE: SlowestStatement = { text: '', ms: 0, bytes: 0 };

/** Runs trials one after another and measures the turns of the event loop, the statements and the bytes of each. */
export class Trials {
  readonly made: Trial[] = [];
  readonly #database: Client;

  private constructor(database: Client) {
    this.#database = database;
  }

  static async open(databaseUrl: string): Promise<Trials> {
    const database = new Client({ connectionString: databaseUrl, application_name: 'trials' });
    await database.connect();
    await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    return new Trials(database);
  }

  /** Runs one trial. @param repeats true if it can run again, which it does once after it exceeded a bound */
  async make(name: string, run: TrialRun, repeats: boolean): Promise<Trial> {
    const first = await this.#measure(name, run, 1);
    const trial = repeats && exceeded(first).length > 0 ? await this.#measure(name, run, 2) : first;
    this.made.push(trial);
    return trial;
  }

  /** Describes the trials that exceeded a bound. */
  exceeded(): string[] {
    return this.made.flatMap((trial) => exceeded(trial).map((what) => `${trial.name}: ${what}`));
  }

  /** Returns a table of the slowest trials. */
  slowest(most = 15): string {
    const rows = this.made.toSorted((one, other) => other.turnMs + other.ms - one.turnMs - one.ms).slice(0, most);
    return rows.map((trial) => describe(trial)).join('\n');
  }

  close(): Promise<void> {
    return this.#database.end();
  }

  /** Returns the time of the reference statement now divided by its time on an idle machine, at least 1. */
  async #slowness(): Promise<number> {
    const began = performance.now();
    await this.#database.query('SELECT count(*) FROM generate_series(1, 1000000)');
    return Math.max(1, (performance.now() - began) / CALM_STATEMENT_MS);
  }

  async #measure(name: string, run: TrialRun, runs: number): Promise<Trial> {
    await this.#database.query('SELECT pg_stat_statements_reset()');
    const began = performance.now();
    const { longestMs, result: answerBytes } = await longestTurnOf(run);
    const ms = performance.now() - began;
    const turnMs = longestMs < LONGEST_TURN_MS ? longestMs : longestMs / machineSlowness();
    const { rows } = await this.#database.query<SlowestStatement>(STATEMENTS);
    const most = (of: 'ms' | 'bytes'): SlowestStatement =>
      rows.toSorted((one, other) => other[of] - one[of])[0] ?? NONE;
    const slowest = { ...most('ms') };
    if (slowest.ms > TRIAL_BOUNDS.statementMs) slowest.ms /= await this.#slowness();
    return { name, ms, turnMs, answerBytes, slowest, mostBytes: most('bytes'), runs };
  }
}

async function longestTurnOf<Result>(run: () => Promise<Result>): Promise<{ longestMs: number; result: Result }> {
  let result: { value: Result } | null = null;
  const longestMs = await longestOfRun(async () => void (result = { value: await run() }));
  return { longestMs, result: (result as unknown as { value: Result }).value };
}

function exceeded({ turnMs, answerBytes, slowest, mostBytes }: Trial): string[] {
  const found: string[] = [];
  if (turnMs >= TRIAL_BOUNDS.turnMs) found.push(`one turn took ${turnMs.toFixed(0)} ms of CPU`);
  if (slowest.ms > TRIAL_BOUNDS.statementMs) found.push(`took ${slowest.ms.toFixed(0)} ms: ${shortened(slowest)}`);
  if (mostBytes.bytes > TRIAL_BOUNDS.statementBytes)
    found.push(`read ${mebibytes(mostBytes.bytes)}: ${shortened(mostBytes)}`);
  if (answerBytes > TRIAL_BOUNDS.answerBytes) found.push(`answered ${mebibytes(answerBytes)}`);
  return found;
}

function describe({ name, ms, turnMs, answerBytes, slowest, mostBytes }: Trial): string {
  const turn = `turn ${turnMs.toFixed(0)} ms`;
  const statement = `statement ${slowest.ms.toFixed(0)} ms, ${mebibytes(mostBytes.bytes)} read`;
  return `${name}: ${ms.toFixed(0)} ms, ${turn}, ${statement}, answer ${mebibytes(answerBytes)}`;
}

function shortened({ text }: SlowestStatement): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
