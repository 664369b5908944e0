import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Env = Record<string, string | undefined>;

/** The registries of packages, and their credentials. */
export interface RegistrySettings {
  /** Returns the registry of a package's scope, without a slash at its end. */
  registryOf(name: string): string;
  /** Returns the `Authorization` header for an address of a registry, or null when it needs none. */
  authorizationFor(url: URL): string | null;
}

const PUBLIC_REGISTRY = 'https://registry.npmjs.org';

/**
 * Reads the npm registry as this machine is set up for npm. The environment (`npm_config_registry`) overrides the files
 * `.npmrc` of this folder and of the user. Only registries and their tokens are read from these files.
 */
export async function readRegistrySettings(env: Env): Promise<RegistrySettings> {
  const userFile = readVariable(env, 'npm_config_userconfig') ?? join(env['HOME'] ?? homedir(), '.npmrc');
  const settings = new Map<string, string>();
  for (const file of [userFile, join(process.cwd(), '.npmrc')])
    for (const [key, value] of readLines(await readFile(file, 'utf8').catch(() => ''), env)) settings.set(key, value);
  const fromEnv = readVariable(env, 'npm_config_registry');
  const registryOf = (name: string): string => {
    const ofScope = name.startsWith('@') ? settings.get(`${name.split('/')[0]}:registry`) : undefined;
    return trimmed(ofScope ?? fromEnv ?? settings.get('registry') ?? PUBLIC_REGISTRY);
  };
  return {
    registryOf,
    authorizationFor: (url) => {
      for (const [key, value] of settings) {
        const [, place, kind] = /^(\/\/.*\/):(_authToken|_auth)$/.exec(key) ?? [];
        if (place !== undefined && `//${url.host}${url.pathname}`.startsWith(place))
          return kind === '_auth' ? `Basic ${value}` : `Bearer ${value}`;
      }
      return null;
    },
  };
}

/** npm reads its variables in upper and lower case. */
function readVariable(env: Env, name: string): string | undefined {
  return env[name] || env[name.toUpperCase()] || undefined;
}

function readLines(text: string, env: Env): [string, string][] {
  return text.split('\n').flatMap((line): [string, string][] => {
    const keyEnd = line.indexOf('=');
    const key = line.slice(0, Math.max(0, keyEnd)).trim();
    if (key === '' || key.startsWith('#') || key.startsWith(';')) return [];
    const value = line.slice(keyEnd + 1).trim();
    return [[key, value.replaceAll(/\$\{([^${}]+)\}/g, (whole, name: string) => env[name] ?? whole)]];
  });
}

function trimmed(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
