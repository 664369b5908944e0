import { startEmbeddedDatabase } from './embedded-database.ts';
import { isReadyLine } from './postgres/postgres-server.ts';
import { restartMessage } from './restart-message.ts';
import { supervise } from './supervisor.ts';
import type { Terminal } from './terminal.ts';

const STOPS_WITHIN_MS = 15_000;
/** Lines of PostgreSQL's log that contain the reason of its end. */
const HAS_REASON = /\b(FATAL|PANIC|HINT): /;
const MOST_LINES = 5;

/**
 * Starts the embedded PostgreSQL and keeps it running. When it was killed or crashed, it is started again with its data
 * and its port, and the services, which wait for it, continue.
 * @returns its address, and functions that stop it in order or immediately
 * @throws StackError when it does not start the first time
 */
export async function superviseDatabase(
  dataDir: string,
  password: string,
  terminal: Terminal,
): Promise<{ url: string; stop(): Promise<void>; kill(): void }> {
  const print = (text: string): void => terminal.line('start', 'green', text);
  let again = false;
  let why: string[] = [];
  const onLog = (line: string): void => {
    if (HAS_REASON.test(line)) why = [...why, line].slice(-MOST_LINES);
    if (again && isReadyLine(line)) terminal.line('postgres', 'green', 'is running again');
  };
  const { server, start } = await startEmbeddedDatabase({ dataDir, password, print, onLog });
  const supervisor = supervise({
    running: server.process,
    start,
    // "Fast" and "immediate" shutdown: neither waits for clients, and the second one leaves the recovery to the next
    // start.
    signals: { stop: 'SIGINT', kill: 'SIGQUIT' },
    onRestart: (end) => {
      for (const line of why) terminal.line('postgres', 'red', line);
      terminal.line('postgres', 'red', restartMessage(end));
      why = [];
      again = true;
    },
  });
  print('PostgreSQL is running');
  return { url: server.url, stop: () => supervisor.stop(STOPS_WITHIN_MS), kill: () => supervisor.kill() };
}
