import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc per second: the same on every Linux that Node.js runs on. */
const TICKS_PER_SECOND = 100;
const SAMPLE_EVERY_MS = 1_000;
/** What a process is, by its command line: the first that fits. */
const KINDS: readonly [kind: string, command: RegExp][] = [
  ['Chromium', /chrom(e|ium)/],
  ['PostgreSQL', /postgres: |\/bin\/(postgres|initdb|pg_\w+)\b|pgbouncer/],
  ['Redis', /redis-(server|sentinel)/],
  ['sandboxes', /sandbox-process/],
  ['ingress', /services\/ingress\//],
  ['executor', /services\/executor\//],
  ['Jest workers', /jest-worker/],
  ['Jest', /jest\/bin\/jest/],
];
/** These start a process for each connection or page, of which many end between two samples. */
const OF_SHORT_CHILDREN = new Set(['PostgreSQL', 'Chromium']);
const OTHERS = 'others';
const ENDED_EARLY = 'ended within a second';

interface Sampled {
  parent: string;
  kind: string;
  /** A process is a copy of its parent until it starts its program: what it was said to be at first may be wrong. */
  isKindSure: boolean;
  /** Ticks of itself. */
  own: number;
  /** Ticks of its children that ended, and of theirs. */
  children: number;
}

/** A process as /proc tells of it now. */
interface Seen extends Pick<Sampled, 'own' | 'children'> {
  pid: number;
  parentPid: number;
  /** Tells it from a later one with the same number. */
  key: string;
}

/** Adds up the processor time of all processes that a process starts, by what they are. On Linux alone. */
export class ProcessorSeconds {
  readonly #root: number;
  /** What the process and its children had used before. */
  readonly #before: { own: number; children: number };
  readonly #sampled = new Map<string, Sampled>();
  /** Numbers of processes of others, so long as they are there: the kernel gives them again only after many others. */
  #foreign = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(root: number) {
    this.#root = root;
    this.#before = readProcess(root)[0] ?? { own: 0, children: 0 };
    this.#timer = setInterval(() => this.#sample(), SAMPLE_EVERY_MS);
    this.#timer.unref();
  }

  /** Ends the sampling. @returns seconds by kind, most first; empty where the system does not tell */
  stop(): [kind: string, seconds: number][] {
    clearInterval(this.#timer);
    this.#sample();
    const below = this.#sampledBelow();
    const ticks = new Map<string, number>();
    const add = (kind: string, count: number) => ticks.set(kind, (ticks.get(kind) ?? 0) + count);
    for (const [key, { kind, own, children }] of this.#sampled) {
      add(kind, own);
      // Children that still run are sampled and not yet counted there, so this is the least that was missed.
      add(OF_SHORT_CHILDREN.has(kind) ? kind : ENDED_EARLY, Math.max(0, children - (below.get(key) ?? 0)));
    }
    return [...ticks]
      .map(([kind, count]): [string, number] => [kind, Math.round(count / TICKS_PER_SECOND)])
      .filter(([, seconds]) => seconds > 0)
      .toSorted((a, b) => b[1] - a[1]);
  }

  /** Ticks in the samples of each process's children, and of theirs. */
  #sampledBelow(): Map<string, number> {
    const childrenOf = Map.groupBy(this.#sampled, ([, { parent }]) => parent);
    const below = new Map<string, number>();
    const sum = (key: string): number => {
      const own = childrenOf.get(key) ?? [];
      const ticks = own.reduce((total, [child, one]) => total + one.own + Math.max(one.children, sum(child)), 0);
      below.set(key, ticks);
      return ticks;
    };
    for (const key of childrenOf.keys()) if (!below.has(key)) sum(key);
    return below;
  }

  #sample(): void {
    const names = processNames();
    this.#foreign = new Set(names.filter((name) => this.#foreign.has(name)));
    const looked = names.filter((name) => !this.#foreign.has(name)).flatMap((name) => readProcess(Number(name)));
    const seen = new Map(looked.map((one) => [one.pid, one]));
    const isOurs = (pid: number): boolean => {
      for (let at = seen.get(pid); at !== undefined; at = seen.get(at.parentPid))
        if (at.pid === this.#root) return true;
      return false;
    };
    for (const { pid, parentPid, key, own, children } of looked) {
      const known = this.#sampled.get(key);
      // A process whose parent has ended has another one, and stays ours.
      if (known === undefined && !isOurs(pid)) {
        this.#foreign.add(String(pid));
        continue;
      }
      const isRoot = pid === this.#root;
      const kind = known?.isKindSure === true ? known.kind : isRoot ? OTHERS : kindOf(pid);
      const before = isRoot ? this.#before : { own: 0, children: 0 };
      this.#sampled.set(key, {
        parent: known?.parent ?? seen.get(parentPid)?.key ?? '',
        kind: kind ?? known?.kind ?? OTHERS,
        isKindSure: known !== undefined,
        own: own - before.own,
        children: children - before.children,
      });
    }
  }
}

function kindOf(pid: number): string | null {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // One that has just ended has none.
    if (command === '') return null;
    return KINDS.find(([, pattern]) => pattern.test(command))?.[0] ?? OTHERS;
  } catch {
    return null;
  }
}

function processNames(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** See proc_pid_stat(5): the name in brackets may hold spaces. */
function readProcess(pid: number): Seen[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const field = (number: number): number => Number(fields[number - 3]);
    return [
      {
        pid,
        parentPid: field(4),
        own: field(14) + field(15),
        children: field(16) + field(17),
        key: `${pid} ${field(22)}`,
      },
    ];
  } catch {
    return [];
  }
}
