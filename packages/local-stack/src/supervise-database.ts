import { startEmbeddedDatabase } from './embedded-database.ts';
import { isReadyLine } from './postgres/postgres-server.ts';
import { restartMessage } from './restart-message.ts';
import { supervise } from './supervisor.ts';
import type { Terminal } from './terminal.ts';

const STOPS_WITHIN_MS = 15_000;
/** Lines of PostgreSQL's log that say why it ended. */
const SAYS_WHY = /\b(FATAL|PANIC|HINT): /;
const MOST_LINES = 5;

/**
 * Starts the embedded PostgreSQL and keeps it running: one that was killed or crashed is started again on its data and
 * its port, and the services, which wait for it, go on.
 * @returns its address, and how to stop it in order and at once
 * @throws StackError where it does not start the first time
 */
export async function superviseDatabase(
  dataDir: string,
  password: string,
  terminal: Terminal,
): Promise<{ url: string; stop(): Promise<void>; kill(): void }> {
  const say = (text: string): void => terminal.line('start', 'green', text);
  let again = false;
  let why: string[] = [];
  const onLog = (line: string): void => {
    if (SAYS_WHY.test(line)) why = [...why, line].slice(-MOST_LINES);
    if (again && isReadyLine(line)) terminal.line('postgres', 'green', 'runs again');
  };
  const { server, start } = await startEmbeddedDatabase({ dataDir, password, say, onLog });
  const supervisor = supervise({
    running: server.process,
    start,
    // "Fast" and "immediate": neither waits for clients, and the second one leaves the recovery to the next start.
    signals: { stop: 'SIGINT', kill: 'SIGQUIT' },
    onRestart: (end) => {
      for (const line of why) terminal.line('postgres', 'red', line);
      terminal.line('postgres', 'red', restartMessage(end));
      why = [];
      again = true;
    },
  });
  say('PostgreSQL runs');
  return { url: server.url, stop: () => supervisor.stop(STOPS_WITHIN_MS), kill: () => supervisor.kill() };
}
