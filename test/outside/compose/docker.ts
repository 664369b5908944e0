import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const IMAGE = 'workflow-automation';
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

function run(program: string, command: readonly string[], env?: NodeJS.ProcessEnv): string {
  const { error, status, stdout, stderr } = spawnSync(program, command, {
    cwd: ROOT,
    encoding: 'utf8',
    env: env ?? process.env,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  assert.equal(error, undefined, `${program} cannot be started`);
  assert.equal(status, 0, `${program} ${command.join(' ')}: ${stdout.slice(-2_000)}${stderr.slice(-4_000)}`);
  return stdout.trim();
}

/** Runs docker. @returns its output. @throws with the output when it fails */
export const docker = (...command: string[]): string => run('docker', command);

/** Returns a property of an image or a container, in the format of `docker inspect --format`. */
export const inspect = (name: string, format: string): string => docker('inspect', '--format', format, name);

/** Returns the output of a program in the image. */
export const inImage = (...command: string[]): string => docker('run', '--rm', '--entrypoint', '', IMAGE, ...command);

/** The image that is checked. */
export const image = IMAGE;

/** Prepares one stack of docker-compose.yml with separate secrets, reached on this port. */
export function composeStack(port: number) {
  const secret = (): string => randomBytes(32).toString('hex');
  const adminPassword = secret();
  const baseUrl = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    COMPOSE_FILE: ['docker-compose.yml', 'test/outside/compose/loaded-machine.yaml'].join(delimiter),
    COMPOSE_PROJECT_NAME: `workflow-check-${process.pid}`,
    POSTGRES_PASSWORD: secret(),
    SECRETS_KEY: secret(),
    AUTH_SECRET: secret(),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: adminPassword,
    INGRESS_PORT: String(port),
    PUBLIC_URL: baseUrl,
  };
  // Debian's package is the older program; other engines include the newer one as a plug-in.
  const [program, ...first] =
    spawnSync('docker-compose', ['version']).status === 0 ? ['docker-compose'] : ['docker', 'compose'];
  const compose = (...command: string[]): string => run(program!, [...first, ...command], env);
  return {
    baseUrl,
    compose,
    admin: { email: env.ADMIN_EMAIL, password: adminPassword },
    /** Runs docker compose while this process continues. */
    composeInBackground: async (...command: string[]): Promise<void> => {
      await promisify(execFile)(program!, [...first, ...command], { cwd: ROOT, env, maxBuffer: MAX_OUTPUT_BYTES });
    },
    /** Returns the health states of a service's containers. */
    health: (service: string): string[] =>
      compose('ps', '--quiet', service)
        .split('\n')
        .filter((id) => id !== '')
        .map((id) => inspect(id, '{{ .State.Health.Status }}')),
  };
}

export type ComposeStack = ReturnType<typeof composeStack>;
