import { SignInError, UsageError } from '../failures/failures.ts';
import type { Profile, ProfileStore } from './profile-store.ts';

/** Options that every command accepts. */
export interface GlobalOptions {
  json?: boolean;
  profile?: string;
  url?: string;
  key?: string;
}

/** The address and the key of requests, and a text for people that names the source of each. */
export interface Connection {
  url: string;
  key: string;
  urlFrom: string;
  keyFrom: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Returns the chosen profile with its name, or null. @throws UsageError if the name is unknown */
export function chosenProfile(store: ProfileStore, options: GlobalOptions, env: Env): [string, Profile] | null {
  const { current, profiles } = store.read();
  const requestedProfile = options.profile ?? (env['WORKFLOW_PROFILE'] || undefined);
  const name = requestedProfile ?? current;
  if (name === null) return null;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return [name, profile];
  if (requestedProfile === undefined) return null;
  throw new UsageError(`Profile '${requestedProfile}' not found; \`workflow profiles\` lists all profiles`);
}

/**
 * Options override the environment, which overrides the profile. A profile's key is sent only to the profile's address.
 * @throws SignInError without a key, UsageError without an address
 */
export function findConnection(store: ProfileStore, options: GlobalOptions, env: Env): Connection {
  const chosen = chosenProfile(store, options, env);
  const ofProfile = chosen === null ? '' : `profile ${chosen[0]}`;
  const [url, urlFrom] = firstOf(
    [options.url, '--url'],
    [options.profile === undefined ? env['WORKFLOW_URL'] : undefined, 'WORKFLOW_URL'],
    [chosen?.[1].url, ofProfile],
    [env['WORKFLOW_URL'], 'WORKFLOW_URL'],
  );
  const isProfilesAddress = chosen !== null && (url === undefined || sameAddress(url, chosen[1].url));
  const [key, keyFrom] = firstOf(
    [options.key, '--key'],
    [options.profile === undefined ? env['WORKFLOW_API_KEY'] : undefined, 'WORKFLOW_API_KEY'],
    [isProfilesAddress ? chosen[1].key : undefined, ofProfile],
    [env['WORKFLOW_API_KEY'], 'WORKFLOW_API_KEY'],
  );
  if (key === undefined)
    throw new SignInError('Not signed in: run `workflow login`, set WORKFLOW_API_KEY, or give --key');
  if (url === undefined) throw new UsageError('The address is missing: give --url, or set WORKFLOW_URL');
  requireAddress(url, urlFrom);
  requireKey(key, keyFrom);
  return { url, key, urlFrom, keyFrom };
}

/** Checks an address. @throws UsageError unless it begins with http:// or https:// */
export function requireAddress(url: string, from: string): void {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(`The address in ${from} must begin with http:// or https://, not '${url}'`);
  const { username, password, search, hash } = new URL(url);
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new UsageError(`The address in ${from} must have no user, password, query or fragment`);
}

/** Checks the characters of a key. @throws UsageError that does not repeat the key */
export function requireKey(key: string, from: string): void {
  if (!/^[!-~]+$/.test(key.trim())) throw new UsageError(`The key in ${from} is empty or contains invalid characters`);
}

function firstOf(...choices: [value: string | undefined, from: string][]): [value: string | undefined, from: string] {
  return choices.find(([value]) => value !== undefined && value !== '') ?? [undefined, ''];
}

function sameAddress(a: string, b: string): boolean {
  return a.replace(/(?<!\/)\/+$/, '') === b.replace(/(?<!\/)\/+$/, '');
}
