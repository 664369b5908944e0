import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc per second. They are the same on every Linux on which Node.js runs. */
const TICKS_PER_SECOND = 100;
const SAMPLE_EVERY_MS = 1_000;
/** Kinds of processes by their command line. The first match counts. */
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
/** These start a process for each connection or page, many of which end between two samples. */
const KINDS_WITH_SHORT_CHILDREN = new Set(['PostgreSQL', 'Chromium']);
const OTHERS = 'others';
const ENDED_EARLY = 'ended within a second';

interface Sampled {
  parent: string;
  kind: string;
  /** false: the process may be a copy of its parent that has not started its program yet, so its kind may change. */
  isKindSure: boolean;
  /** Ticks of the process itself. */
  own: number;
  /** Ticks of its ended children and of their ended children. */
  children: number;
}

/** The current state of a process in /proc. */
interface Seen extends Pick<Sampled, 'own' | 'children'> {
  pid: number;
  parentPid: number;
  /** Distinguishes it from a later process with the same number. */
  key: string;
}

/** Adds up the processor time of all descendants of this process by kind, on Linux only. */
export class ProcessorSeconds {
  readonly #root: number;
  /** The ticks of the process and its children before the start. */
  readonly #before: { own: number; children: number };
  readonly #sampled = new Map<string, Sampled>();
  /** Numbers of unrelated processes while they exist. The kernel reuses a number only after many others. */
  #foreign = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(root: number) {
    this.#root = root;
    this.#before = readProcess(root)[0] ?? { own: 0, children: 0 };
    this.#timer = setInterval(() => this.#sample(), SAMPLE_EVERY_MS);
    this.#timer.unref();
  }

  /** Ends the sampling. @returns seconds by kind, most first; empty on systems without /proc */
  stop(): [kind: string, seconds: number][] {
    clearInterval(this.#timer);
    this.#sample();
    const below = this.#sampledBelow();
    const ticks = new Map<string, number>();
    const add = (kind: string, count: number) => ticks.set(kind, (ticks.get(kind) ?? 0) + count);
    for (const [key, { kind, own, children }] of this.#sampled) {
      add(kind, own);
      // Running children are sampled but not counted there yet, so this is the minimum that was missed.
      add(KINDS_WITH_SHORT_CHILDREN.has(kind) ? kind : ENDED_EARLY, Math.max(0, children - (below.get(key) ?? 0)));
    }
    return [...ticks]
      .map(([kind, count]): [string, number] => [kind, Math.round(count / TICKS_PER_SECOND)])
      .filter(([, seconds]) => seconds > 0)
      .toSorted((a, b) => b[1] - a[1]);
  }

  /** Returns the sampled ticks of each process's descendants. */
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
      // A process whose parent has ended gets another parent, but it stays in the list.
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
    // A process that has just ended has no command line.
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

/** See proc_pid_stat(5). The name in brackets may contain spaces. */
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
