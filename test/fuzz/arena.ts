import { setTimeout as pause } from 'node:timers/promises';
import { createOrganization, Lab, type StillLoop } from '@workflow/test-harness';
import { Client } from 'pg';
import { Hostile } from './hostile.ts';
import { MachineShare } from './machine-share.ts';
import { Neighbour, quantileMs, type NeighbourSample } from './neighbour.ts';
import { ServiceWatch } from './service-watch.ts';

/** The operator's limits of memory (deploy/helm/values.yaml). */
const INGRESS_MIB = 1_024;
const EXECUTOR_MIB = 2_560;

const WARM_UP_MS = 2_000;
const QUIET_MS = 4_000;
/** Sessions of the hostile organization may run this long before they are cancelled. */
const RUNS_FOR_MS = 2_000;
/** They must end within this time after they were cancelled. */
const ENDS_WITHIN_MS = 45_000;
const NEIGHBOUR_WAITS_MS = 30_000;
/**
 * The neighbour's slowest request may take this many times the slowest of its quiet time, and at least LEAST_SLOW_MS.
 */
const TIMES_SLOWER = 10;
const LEAST_BOUND_MS = 4_000;
/** If other programs used more of the machine, the neighbour's times are no evidence about the services. */
const MAX_SHARE_OF_OTHERS = 0.15;

/** The effects of a case on others, in words. */
export interface Outcome {
  faults: string[];
  /** Effects on the neighbour that are not judged, because other programs used too much of the machine. */
  notJudged: string[];
  /** false: a process ended late or sessions still run, so the arena cannot be used again. */
  isUsable: boolean;
  isCertain: boolean;
}

/** Both services, a working neighbour, and one hostile organization after the other. */
export class Arena {
  readonly #lab: Lab;
  readonly #database: Client;
  readonly #neighbour: Neighbour;
  readonly #services: ServiceWatch[];
  readonly #machine = new MachineShare();
  /** The neighbour's requests before the first attack, and since then. */
  readonly quiet: NeighbourSample[];
  readonly busy: NeighbourSample[] = [];
  /** Answers to hostile organizations by status. */
  readonly statuses = new Map<number, number>();

  private constructor(parts: {
    lab: Lab;
    database: Client;
    neighbour: Neighbour;
    stillLoops: readonly StillLoop[];
    quiet: NeighbourSample[];
  }) {
    const { lab, stillLoops } = parts;
    this.#lab = lab;
    this.#database = parts.database;
    this.#neighbour = parts.neighbour;
    this.quiet = parts.quiet;
    const ingress = { service: lab.ingresses[0]!, healthUrl: `${lab.ingressUrl}/healthz`, mostMib: INGRESS_MIB };
    const executor = {
      service: lab.executors[0]!,
      healthUrl: `http://127.0.0.1:${lab.executorMetricsPorts[0]!}/healthz`,
      mostMib: EXECUTOR_MIB,
    };
    this.#services = [ingress, executor].map((watched) => new ServiceWatch(watched, stillLoops));
  }

  /** Starts an arena. @param known the neighbour's requests of a quiet time, if they were measured before */
  static async start(known: NeighbourSample[] = []): Promise<Arena> {
    const stillLoops: StillLoop[] = [];
    const lab = await Lab.start({ backend: 'postgres', onStillLoop: (still) => stillLoops.push(still) });
    const database = new Client({ connectionString: lab.postgres.url });
    await database.connect();
    const neighbour = await Neighbour.start(lab.ingressUrl, lab.organization.apiKey);
    // The services compile code for the first requests, which do not belong to the quiet time.
    await pause(WARM_UP_MS);
    await neighbour.takeSamples(NEIGHBOUR_WAITS_MS);
    if (known.length === 0) await pause(QUIET_MS);
    const quiet = known.length > 0 ? known : await neighbour.takeSamples(NEIGHBOUR_WAITS_MS);
    return new Arena({ lab, database, neighbour, stillLoops, quiet });
  }

  /** Lets a new organization act, and returns the effects on others. */
  async outcomeOf(act: (hostile: Hostile) => Promise<void>): Promise<Outcome> {
    const { id, apiKey } = await createOrganization(this.#lab.postgres.url, 'Hostile');
    const hostile = new Hostile(id, this.#lab.ingressUrl, apiKey);
    for (const service of this.#services) service.begin();
    this.#machine.begin();
    const acts = act(hostile);
    await Promise.all(this.#services.map((service) => service.during(acts)));
    const wasAlive = await this.#checkServices();
    if (!wasAlive) {
      await Promise.all(this.#services.map((service) => service.untilReady()));
      this.#neighbour.forget();
    }
    const open = await this.#endSessions(hostile);
    // After a service has ended, the effects on the neighbour are not reported in addition.
    const neighbour = await this.#judgeNeighbour();
    const isAlive = await this.#checkServices();
    const services = this.#services.flatMap((service) => service.faults());
    for (const [status, count] of hostile.statuses) this.statuses.set(status, (this.statuses.get(status) ?? 0) + count);
    const others = isAlive ? [...neighbour.faults, ...hostile.faults.slice(0, 3)] : [];
    return {
      faults: [...services, ...open, ...others],
      notJudged: isAlive ? neighbour.notJudged : [],
      isUsable: open.length === 0 && wasAlive === isAlive,
      isCertain: !isAlive,
    };
  }

  async #checkServices(): Promise<boolean> {
    return (await Promise.all(this.#services.map((service) => service.check()))).every(Boolean);
  }

  /**
   * Waits for the sessions, then cancels them as their organization would. @returns descriptions of those that still
   * run
   */
  async #endSessions(hostile: Hostile): Promise<string[]> {
    if ((await this.#untilEnded(hostile, RUNS_FOR_MS)) === 0) return [];
    const filter = { createdAfter: '2000-01-01T00:00:00Z', status: ['QUEUED', 'RUNNING', 'WAITING'] };
    await hostile.send('POST', '/v1/sessions/bulk', { action: 'cancel', filter });
    const open = await this.#untilEnded(hostile, ENDS_WITHIN_MS);
    return open === 0 ? [] : [`${open} sessions did not end within ${ENDS_WITHIN_MS} ms after they were cancelled`];
  }

  /** Waits until all have ended. @returns how many have not */
  async #untilEnded(hostile: Hostile, withinMs: number): Promise<number> {
    const until = performance.now() + withinMs;
    for (;;) {
      const { rows } = await this.#database.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM sessions
          WHERE organization_id = $1 AND status IN ('QUEUED', 'RUNNING', 'WAITING')`,
        [hostile.organizationId],
      );
      const { open } = rows[0]!;
      if (open === 0 || performance.now() > until) return open;
      await pause(50);
    }
  }

  async #judgeNeighbour(): Promise<Pick<Outcome, 'faults' | 'notJudged'>> {
    const samples = await this.#neighbour.takeSamples(NEIGHBOUR_WAITS_MS);
    const share = this.#machine.ofOthers;
    const found = samples.flatMap(({ kind, ms, fault }) => {
      const mostMs = this.#mostMs(kind);
      if (fault !== null) return [`the neighbour's ${kind} was answered ${fault}`];
      return ms > mostMs ? [`the neighbour's ${kind} took ${Math.round(ms)} ms (at most ${Math.round(mostMs)})`] : [];
    });
    if (share > MAX_SHARE_OF_OTHERS) {
      const cause = `while others used ${Math.round(share * 100)} % of the machine`;
      return { faults: [], notJudged: found.map((text) => `${text} ${cause}`) };
    }
    // A case that is reported separately does not belong to the figures of the others.
    if (found.length === 0) this.busy.push(...samples);
    return { faults: found, notJudged: [] };
  }

  #mostMs(kind: string): number {
    const quiet = this.quiet.filter((sample) => sample.kind === kind);
    return Math.max(LEAST_BOUND_MS, TIMES_SLOWER * quantileMs(quiet, 1));
  }

  async stop(): Promise<void> {
    await this.#neighbour.stop();
    await this.#database.end();
    await this.#lab.stop();
  }
}
