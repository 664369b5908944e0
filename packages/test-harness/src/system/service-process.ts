import { spawn, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';

/** A line that a service logged, as JSON; lines that are not JSON have only `msg`. */
export interface LogLine {
  msg?: string;
  level?: number;
  [field: string]: unknown;
}

export interface ServiceProcess {
  readonly name: string;
  readonly pid: number;
  /** What it logged so far. */
  readonly log: readonly LogLine[];
  /** The first line, logged already or to come, that fits. Fails when the process ends first or time is over. */
  untilLogged(fits: (line: LogLine) => boolean, withinMs?: number): Promise<LogLine>;
  /** Phase by phase, as an orchestrator does: SIGTERM, and SIGKILL after `withinMs`. Resolves with the exit code. */
  stop(withinMs?: number): Promise<number | null>;
  /** SIGKILL: what a lost machine looks like. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  readonly ended: boolean;
}

const LOGGED_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 60_000;

/** Runs a service's entry point as a process of its own and reads its log. */
export function startServiceProcess(name: string, entry: string, env: Record<string, string>): ServiceProcess {
  const child = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const log: LogLine[] = [];
  const events = new EventEmitter();
  events.setMaxListeners(0);
  for (const output of [child.stdout!, child.stderr!]) {
    createInterface({ input: output }).on('line', (text) => {
      const line = parseLine(text);
      log.push(line);
      events.emit('line', line);
    });
  }
  child.once('exit', (code, signal) => events.emit('exit', code ?? signal));
  return {
    name,
    pid: child.pid!,
    log,
    get ended() {
      return hasEnded(child);
    },
    untilLogged: (fits, withinMs = LOGGED_WITHIN_MS) => untilLogged(name, child, log, events, fits, withinMs),
    stop: (withinMs = STOPS_WITHIN_MS) => end(child, 'SIGTERM', withinMs),
    kill: async () => void (await end(child, 'SIGKILL', 0)),
    signal: (signalName) => void child.kill(signalName),
  };
}

function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { msg: text };
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function untilLogged(
  name: string, child: ChildProcess, log: LogLine[], events: EventEmitter, fits: (line: LogLine) => boolean, withinMs: number,
): Promise<LogLine> {
  const known = log.find(fits);
  if (known !== undefined) return known;
  const said = (): string => log.slice(-20).map((line) => JSON.stringify(line)).join('\n');
  if (hasEnded(child)) throw new Error(`${name} has ended (${child.exitCode ?? child.signalCode}):\n${said()}`);
  return new Promise((resolve, reject) => {
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      events.off('line', onLine).off('exit', onExit);
      act();
    };
    const onLine = (line: LogLine): void => {
      if (fits(line)) finish(() => resolve(line));
    };
    const onExit = (reason: unknown): void => finish(() => reject(new Error(`${name} ended (${String(reason)}):\n${said()}`)));
    const timer = setTimeout(() => finish(() => reject(new Error(`${name} did not log it within ${withinMs} ms:\n${said()}`))), withinMs);
    events.on('line', onLine).on('exit', onExit);
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals, withinMs: number): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const cutOff = withinMs === 0 ? undefined : setTimeout(() => child.kill('SIGKILL'), withinMs);
  await exited;
  clearTimeout(cutOff);
  return child.exitCode;
}
