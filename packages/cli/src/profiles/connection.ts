import { SignInError, UsageError } from '../failures/failures.ts';
import type { Profile, ProfileStore } from './profile-store.ts';

/** Options that every command takes. */
export interface GlobalOptions {
  json?: boolean;
  profile?: string;
  url?: string;
  key?: string;
}

/** Where requests go and with which key, and where each came from, as people know it. */
export interface Connection {
  url: string;
  key: string;
  urlFrom: string;
  keyFrom: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The profile that is meant, by name, or null. @throws UsageError for a name that there is not */
export function chosenProfile(store: ProfileStore, options: GlobalOptions, env: Env): [string, Profile] | null {
  const { current, profiles } = store.read();
  const asked = options.profile ?? (env['WORKFLOW_PROFILE'] || undefined);
  const name = asked ?? current;
  if (name === null) return null;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return [name, profile];
  if (asked === undefined) return null;
  throw new UsageError(`There is no profile '${asked}'; \`workflow profiles\` lists them`);
}

/**
 * Options come before the environment, which comes before the profile. A key of the profile goes to the profile's
 * address alone.
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
    throw new SignInError('Not signed in: run `workflow login`, or set WORKFLOW_API_KEY, or give --key');
  if (url === undefined) throw new UsageError('The address is missing: give --url, or set WORKFLOW_URL');
  requireAddress(url, urlFrom);
  requireKey(key, keyFrom);
  return { url, key, urlFrom, keyFrom };
}

/** @throws UsageError unless it begins with http:// or https:// */
export function requireAddress(url: string, from: string): void {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new UsageError(`The address of ${from} must begin with http:// or https://: ${url}`);
  const { username, password, search, hash } = new URL(url);
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new UsageError(`The address of ${from} must have no user, password, query or fragment`);
}

/** @throws UsageError, which does not repeat it, for a key with characters that no key has */
export function requireKey(key: string, from: string): void {
  if (!/^[!-~]+$/.test(key.trim()))
    throw new UsageError(`The key of ${from} is empty, or has characters that no key has`);
}

function firstOf(...choices: [value: string | undefined, from: string][]): [value: string | undefined, from: string] {
  return choices.find(([value]) => value !== undefined && value !== '') ?? [undefined, ''];
}

function sameAddress(left: string, right: string): boolean {
  return left.replace(/(?<!\/)\/+$/, '') === right.replace(/(?<!\/)\/+$/, '');
}
