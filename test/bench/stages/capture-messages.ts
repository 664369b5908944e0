import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startProgram } from '@workflow/service-runtime';
import { childrenOf } from '../process-usage.ts';
import type { Message } from './critical-path.ts';
import { POSTGRES, type EngineProcess } from './engine-process.ts';

/** The name of each program that is no process of the engine, such as the load generator. */
export const CALLER = 'caller';
const TCPDUMP = ['-nn', '-tt', '-q'];
/** `1764415000.123456 IP 127.0.0.1.54321 > 127.0.0.1.5432: tcp 96` */
const PACKET = /^(\d+\.\d+) IP6? \S+\.(\d+) > \S+\.(\d+): tcp (\d+)/;
const MOST_OUTPUT_BYTES = 1024 ** 3;

/**
 * Records the messages between the processes of an engine and its callers while some work runs, from the loopback
 * device of the machine. Needs root and `tcpdump`.
 *
 * @returns the messages in the order of their times
 */
export async function captureMessages(
  processes: readonly EngineProcess[],
  work: () => Promise<void>,
): Promise<Message[]> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-bench-packets-'));
  const file = join(folder, 'packets');
  const ports = processes.flatMap(({ port }) => (port === null ? [] : [`port ${port}`]));
  try {
    const recorder = await startProgram(
      'tcpdump',
      ['-i', 'lo', '-s', '96', '-B', '16384', '-Z', 'root', '-w', file, `tcp and (${ports.join(' or ')})`],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    // Its first line reports that it listens.
    await once(createInterface(recorder.stderr!), 'line', { signal: AbortSignal.timeout(10_000) });
    await work();
    // Connections stay open, so their owners can be read after the work.
    const names = namesByPort(processes);
    const ended = once(recorder, 'exit');
    recorder.kill('SIGINT');
    await ended;
    const { stdout } = spawnSync('tcpdump', [...TCPDUMP, '-r', file], {
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT_BYTES,
    });
    return stdout.split('\n').flatMap((line) => readMessage(line, names));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readMessage(line: string, names: ReadonlyMap<string, string>): Message[] {
  const [, seconds, from, to, bytes] = PACKET.exec(line) ?? [];
  if (from === undefined || to === undefined || bytes === '0') return [];
  const [sender, receiver] = [names.get(from) ?? CALLER, names.get(to) ?? CALLER];
  return [{ atMs: Number(seconds) * 1_000, from: partyOf(sender, to), to: partyOf(receiver, from) }];
}

/** A connection of PostgreSQL has its own process, which does nothing for others. */
function partyOf(name: string, otherPort: string): string {
  return name === POSTGRES ? `${name} ${otherPort}` : name;
}

/** Returns the names of the processes by each port at which they listen or from which they have connected. */
function namesByPort(processes: readonly EngineProcess[]): Map<string, string> {
  const byInode = new Map<string, string>();
  for (const { name, pid } of processes)
    for (const owner of [pid, ...childrenOf(pid)]) for (const inode of socketsOf(owner)) byInode.set(inode, name);
  const names = new Map<string, string>();
  for (const table of ['tcp', 'tcp6'])
    for (const line of readFileSync(`/proc/net/${table}`, 'utf8').split('\n').slice(1)) {
      const [, local, , , , , , , , inode] = line.trim().split(/\s+/);
      const name = inode === undefined ? undefined : byInode.get(inode);
      if (name !== undefined) names.set(String(Number.parseInt(local!.split(':')[1]!, 16)), name);
    }
  for (const { name, port } of processes) if (port !== null) names.set(String(port), name);
  return names;
}

/** Returns the inodes of the sockets of a process. */
function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => inodeOf(pid, descriptor) ?? []);
  } catch {
    // The process has ended.
    return [];
  }
}

/** Returns undefined if the descriptor is no socket or is closed. */
function inodeOf(pid: number, descriptor: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${descriptor}`))?.[1];
  } catch {
    return undefined;
  }
}
