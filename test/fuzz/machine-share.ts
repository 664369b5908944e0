import { readdirSync, readFileSync } from 'node:fs';

/** CPU time in ticks, of the machine and of one process with its descendants. */
interface Ticks {
  all: number;
  busy: number;
  own: number;
}

/**
 * Measures the share of the machine's CPU time that other programs used, so that the services are not blamed for
 * delays.
 */
export class MachineShare {
  #since = read();

  /** Starts the measurement. */
  begin(): void {
    this.#since = read();
  }

  /** Returns the share of all processors' time since the start that other programs used, 0 to 1. */
  get ofOthers(): number {
    const now = read();
    const all = now.all - this.#since.all;
    const others = now.busy - this.#since.busy - (now.own - this.#since.own);
    return all === 0 ? 0 : Math.max(0, others) / all;
  }
}

/**
 * `man proc_stat`: user, nice, system, idle, iowait, irq, softirq, steal. Guests are part of user. Time of interrupts
 * belongs to no process.
 */
function read(): Ticks {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = ticks;
  return { all: sumOf(ticks), busy: user + nice + system + steal, own: ownTicks() };
}

/**
 * Returns the ticks of this process and its descendants. A process that has ended counts with the process that waited
 * for it.
 */
function ownTicks(): number {
  const children = new Map<number, number[]>();
  const used = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    const stat = Number.isInteger(pid) ? statOf(pid) : null;
    if (stat === null) continue;
    used.set(pid, stat.ticks);
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), pid]);
  }
  let sum = 0;
  for (const left = [process.pid]; left.length > 0;) {
    const pid = left.pop()!;
    sum += used.get(pid) ?? 0;
    left.push(...(children.get(pid) ?? []));
  }
  return sum;
}

/**
 * `man proc_pid_stat`: state, ppid, … utime, stime, cutime, cstime after the name. Null if the process has just ended.
 */
function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: sumOf(fields.slice(11, 15).map(Number)) };
  } catch {
    return null;
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
