import { resolve } from 'node:path';
import { POSTGRES_URL_RULES, readEnv, type Env } from '@workflow/service-runtime';

export interface StackOptions {
  port: number;
  /** An absolute path. */
  dataDir: string;
  /** When it is null, an embedded PostgreSQL stores its data under `dataDir`. */
  databaseUrl: string | null;
  /** When it is null, the queue is in PostgreSQL. */
  redisUrl: string | null;
  /** When it is null, any free port is used. */
  executorMetricsPort: number | null;
  /** If true, services restart when their code changes, and Vite serves the console. */
  watch: boolean;
  /** The port of Vite, with `watch`. */
  consolePort: number;
  /** If true, everything that an earlier start left under `dataDir` is removed. */
  reset: boolean;
  /** The e-mail address of the first admin. Without a password one is generated and shown once. */
  adminEmail: string;
  adminPassword: string | null;
}

const DEFAULT_PORT = 3_000;
const DEFAULT_ADMIN_EMAIL = 'admin@example.com';
const DEFAULT_CONSOLE_PORT = 5_173;
const FLAGS = new Set(['--reset', '--watch', '--help']);

export const USAGE = `pnpm start            start PostgreSQL, ingress and executor on this machine
pnpm start --reset    the same, after removing the data of earlier starts
pnpm dev              the same, with services that restart when their code changes, and Vite for the console

Environment: PORT (3000), CONSOLE_PORT (5173, pnpm dev), DATA_DIR (.data), DATABASE_URL, REDIS_URL,
ADMIN_EMAIL, ADMIN_PASSWORD, and every variable of docs/environment.md, which is handed on to the services.`;

/**
 * Reads the options of `pnpm start`.
 * @param folder what a relative DATA_DIR is relative to
 * @throws ConfigError that names the variable or the argument
 */
export function readStackOptions(env: Env, args: string[], folder: string): StackOptions {
  const reader = readEnv(env);
  const unknown = args.filter((argument) => argument !== '--' && !FLAGS.has(argument));
  for (const argument of unknown) reader.problem(argument, 'is not an argument of pnpm start');
  const options: StackOptions = {
    port: reader.integer('PORT', { default: DEFAULT_PORT, min: 1, max: 65_535 }),
    dataDir: resolve(folder, reader.string('DATA_DIR', { default: '.data' })),
    databaseUrl: reader.url('DATABASE_URL', { default: null, ...POSTGRES_URL_RULES }),
    redisUrl: reader.url('REDIS_URL', { default: null, protocols: ['redis', 'rediss'] }),
    executorMetricsPort: reader.integer('EXECUTOR_METRICS_PORT', { default: null, min: 1, max: 65_535 }),
    watch: args.includes('--watch'),
    consolePort: reader.integer('CONSOLE_PORT', { default: DEFAULT_CONSOLE_PORT, min: 1, max: 65_535 }),
    reset: args.includes('--reset'),
    adminEmail: reader.string('ADMIN_EMAIL', { default: DEFAULT_ADMIN_EMAIL }),
    adminPassword: reader.string('ADMIN_PASSWORD', { default: null }),
  };
  if (options.reset && options.databaseUrl !== null) {
    reader.problem(
      '--reset',
      'does not empty the database of DATABASE_URL; drop and create that one yourself, or leave DATABASE_URL out',
    );
  }
  reader.finish();
  return options;
}
