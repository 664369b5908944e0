import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '@workflow/session-store';
import { bundleStale, PROGRAMS } from '@workflow/service-bundles';
import { NODE_ARGUMENTS, type Env } from '@workflow/service-runtime';
import { buildConsole, CONSOLE, isConsoleStale, viteProgram } from './console-build.ts';
import { openDataFolder } from './data-folder.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { removeEmbeddedDatabase } from './embedded-database.ts';
import { freePort } from './free-port.ts';
import { checkPortIsFree } from './port-check.ts';
import { readyMessage } from './ready-message.ts';
import { readableLine } from './readable-line.ts';
import { serviceEnvironments } from './service-environments.ts';
import { loadStackSecrets, makeUpPassword } from './stack-secrets.ts';
import type { StackOptions } from './stack-options.ts';
import { superviseDatabase } from './supervise-database.ts';
import { superviseNodeProgram } from './supervise-node-program.ts';
import type { Terminal } from './terminal.ts';
import { waitUntilReady } from './wait-until-ready.ts';

/** A running part that has to be stopped. */
export interface RunningPart {
  stop(): Promise<void>;
  /** Stops it immediately, without waiting. */
  kill(): void;
}

export interface StackStart {
  options: StackOptions;
  env: Env;
  terminal: Terminal;
  /** Receives each part as soon as it runs, so that a start that fails halfway can be undone. */
  running(part: RunningPart): void;
  /** When it is aborted, the start stops at its next step. */
  signal: AbortSignal;
}

const SERVICES = join(import.meta.dirname, '../../../services');
const SERVICE_STOPS_WITHIN_MS = 17_000;
const READY_WITHIN_MS = 60_000;
const SERVICE_COLOURS = { ingress: 'cyan', executor: 'magenta' } as const;
/** Restarts a service when a file that it imports changes. After an error it waits for the next change. */
const WATCH_ARGUMENTS = ['--watch', '--watch-preserve-output', ...NODE_ARGUMENTS];

/**
 * Starts everything on this machine and prints how to use it.
 * @throws StackError for problems that the person at the terminal can solve
 */
export async function startStack(start: StackStart): Promise<void> {
  const { options, env, terminal, running, signal } = start;
  const startedAt = performance.now();
  const print = (text: string): void => terminal.line('start', 'green', text);

  const folder = openDataFolder(options.dataDir);
  running({ stop: async () => folder.release(), kill: () => folder.release() });
  await checkPortIsFree(options.port);
  if (options.watch) await checkPortIsFree(options.consolePort);
  if (options.reset) await reset(options, print);
  const secrets = loadStackSecrets(folder.path);

  // The build runs while the database starts, because they do not depend on each other.
  const built = Promise.all([buildConsoleIfStale(env, terminal), options.watch ? null : bundleIfStale(print)]);
  // The failure is reported where the promise is awaited. The database may fail before.
  built.catch(() => undefined);
  const databaseUrl = options.databaseUrl ?? (await startDatabase(start, secrets.databasePassword));
  signal.throwIfAborted();
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) print(`applied ${applied.length} migration(s)`);
  const demo = await seedDemo(databaseUrl, Buffer.from(secrets.secretsKey, 'base64url'));
  await built;
  signal.throwIfAborted();

  const admin = {
    email: options.adminEmail,
    password: demo.firstStart ? (options.adminPassword ?? makeUpPassword()) : null,
  };
  const executorMetricsPort = options.executorMetricsPort ?? (await freePort());
  const envs = serviceEnvironments({ options, env, secrets, databaseUrl, executorMetricsPort, admin });
  const services = [
    startService('ingress', options.watch, envs.ingress, terminal),
    startService('executor', options.watch, envs.executor, terminal),
  ];
  // Parts are stopped in the reverse order of their start: executor, ingress, PostgreSQL.
  for (const service of services)
    running({ stop: () => service.stop(SERVICE_STOPS_WITHIN_MS), kill: () => service.kill() });

  if (options.watch) startConsoleServer(options, env, terminal, running);

  const baseUrl = `http://localhost:${options.port}`;
  await waitUntilReady(`http://127.0.0.1:${options.port}/readyz`, 'ingress', services[0]!, READY_WITHIN_MS, signal);
  await waitUntilReady(
    `http://127.0.0.1:${executorMetricsPort}/readyz`,
    'executor',
    services[1]!,
    READY_WITHIN_MS,
    signal,
  );
  const message = readyMessage({
    ...demo,
    baseUrl,
    consoleUrl: options.watch ? `http://localhost:${options.consolePort}` : baseUrl,
    admin,
    tookMs: performance.now() - startedAt,
    dataDir: options.dataDir,
  });
  terminal.print(`\n${message}\n`);
}

/** Bundles the services. A source that cannot be bundled cannot be run either. */
async function bundleIfStale(print: (text: string) => void): Promise<void> {
  const startedAt = performance.now();
  const count = await bundleStale();
  if (count > 0) print(`bundled the services in ${Math.round(performance.now() - startedAt)} ms`);
}

/** Builds the console. Workflows run without it, so a failed build is only reported. */
async function buildConsoleIfStale(env: Env, terminal: Terminal): Promise<void> {
  if (!isConsoleStale()) return;
  terminal.line('start', 'green', 'building the console');
  await buildConsole(env).catch((error: unknown) =>
    terminal.line('start', 'red', error instanceof Error ? error.message : String(error)),
  );
}

function startService(name: keyof typeof SERVICE_COLOURS, watch: boolean, env: Env, terminal: Terminal) {
  return superviseNodeProgram({
    entry: watch ? join(SERVICES, name, 'src/main.ts') : PROGRAMS[name],
    ...(watch && { nodeArguments: WATCH_ARGUMENTS }),
    env,
    onLine: (line) => terminal.line(name, SERVICE_COLOURS[name], readableLine(name, line, terminal)),
    onRestart: (message) => terminal.line(name, 'red', message),
  });
}

/** Starts Vite, which serves the console, replaces its modules as they change, and passes API calls on to ingress. */
function startConsoleServer(options: StackOptions, env: Env, terminal: Terminal, running: StackStart['running']): void {
  const server = superviseNodeProgram({
    entry: viteProgram(),
    nodeArguments: [],
    arguments: [CONSOLE, '--port', String(options.consolePort), '--strictPort', '--clearScreen', 'false'],
    env: { ...env, INGRESS_URL: `http://127.0.0.1:${options.port}` },
    onLine: (line) => {
      if (line.trim() !== '') terminal.line('console', 'yellow', line.trim());
    },
    onRestart: (message) => terminal.line('console', 'red', message),
  });
  running({ stop: () => server.stop(SERVICE_STOPS_WITHIN_MS), kill: () => server.kill() });
}

async function startDatabase({ options, terminal, running }: StackStart, password: string): Promise<string> {
  const database = await superviseDatabase(options.dataDir, password, terminal);
  running(database);
  return database.url;
}

async function reset(options: StackOptions, print: (text: string) => void): Promise<void> {
  print(`removing the database and the secrets under ${options.dataDir}`);
  await removeEmbeddedDatabase(options.dataDir, print);
  rmSync(join(options.dataDir, 'secrets.json'), { force: true });
}
