import { AbortError } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { describeFailure } from '../failures/describe-failure.ts';
import { UsageError } from '../failures/failures.ts';
import { chosenProfile, requireAddress, requireKey } from '../profiles/connection.ts';
import { endDeviceKey, signInByDevice } from '../profiles/sign-in-by-device.ts';

const DEFAULT_PROFILE = 'default';

interface LoginOptions {
  scopes?: string;
  name?: string;
  browser?: boolean;
}

export const addLogin: AddCommand = (program, cli) => {
  program
    .command('login')
    .description('store an address and a key as a profile; without --key, sign in with a browser')
    .option('--scopes <list>', 'scopes of the new key, comma-separated: run, read, manage (with a browser)')
    .option('--name <name>', 'name of the new key (with a browser)')
    .option('--browser', 'sign in with a browser even without a terminal')
    .action((options: LoginOptions) => login(cli, options));
  program
    .command('logout')
    .description('remove a profile and its key; delete the key on the service if `login` created it with a browser')
    .action(() => logout(cli));
  program
    .command('whoami')
    .description('show which key is used, where it is set, and its scopes')
    .action(() => whoami(cli));
};

async function login(cli: Cli, { scopes, name: keyName, browser }: LoginOptions): Promise<void> {
  const { profile = DEFAULT_PROFILE, url = cli.env['WORKFLOW_URL'] || knownAddress(cli), key: sentKey } = cli.options();
  if (url === undefined) throw new UsageError('The address is missing: give --url, or set WORKFLOW_URL');
  requireAddress(url, cli.options().url === undefined ? 'WORKFLOW_URL' : '--url');
  const requestedScopes = scopes === undefined ? undefined : scopes.split(',').map((scope) => scope.trim());
  const ofPipeline = browser !== true && !cli.terminal.isInteractive ? cli.env['WORKFLOW_API_KEY'] : undefined;
  const key = sentKey === '-' ? await cli.terminal.readInput(cli.signal) : (sentKey ?? (ofPipeline || undefined));
  // In a pipeline nobody can read the code.
  if (key === undefined && browser !== true && !cli.terminal.isInteractive)
    throw new UsageError(
      'The key is missing: give --key, --key - to read it from standard input, or --browser, or set WORKFLOW_API_KEY',
    );
  if (key !== undefined) requireKey(key, sentKey === undefined ? 'WORKFLOW_API_KEY' : '--key');
  const usedKey = key?.trim() ?? (await signInByDevice(cli, url, { scopes: requestedScopes, name: keyName }));
  const { data: caller } = await cli.clientOf(url, usedKey).call('GET /v1/caller', {}, { signal: cli.signal });
  cli.profiles.put(profile, { url, key: usedKey, organizationId: caller.organizationId, keyName: caller.name });
  const { name, organizationId, scopes: granted } = caller;
  cli.terminal.show({ profile, url, keyName: name, organizationId, scopes: granted }, [
    `Signed in to ${url} with the key ${name} (${granted.join(', ')}) as profile ${profile}`,
  ]);
}

/** Returns the URL of the profile, which is used when the user signs in again. */
function knownAddress(cli: Cli): string | undefined {
  const { profile = DEFAULT_PROFILE } = cli.options();
  const { profiles } = cli.profiles.read();
  return Object.hasOwn(profiles, profile) ? profiles[profile]?.url : undefined;
}

async function logout(cli: Cli): Promise<void> {
  const chosen = chosenProfile(cli.profiles, cli.options(), cli.env);
  if (chosen === null) {
    cli.terminal.show({ profile: null, ended: false }, ['Not signed in: there is no profile to remove']);
    return;
  }
  const [name, { url, key, keyName }] = chosen;
  const ended = await endDeviceKey(cli, url, key).catch((error: unknown) => {
    if (error instanceof AbortError) throw error;
    cli.terminal.note(`Could not delete the key on the service: ${describeFailure(error).message}`);
    return false;
  });
  cli.profiles.remove(name);
  cli.terminal.show({ profile: name, ended }, [
    ended
      ? `Deleted the key ${keyName} and removed profile ${name}`
      : `Removed profile ${name}. Its key stays valid; \`workflow keys delete\` deletes it`,
  ]);
}

async function whoami(cli: Cli): Promise<void> {
  const { url, urlFrom, keyFrom } = cli.connection();
  const { data: caller } = await cli.client().call('GET /v1/caller', {}, { signal: cli.signal });
  const { name, organizationId, organizationPaused, scopes } = caller;
  const answer = { url, urlFrom, keyFrom, keyName: name, organizationId, organizationPaused, scopes };
  cli.terminal.show(answer, [
    `key           ${name}, from ${keyFrom}`,
    `scopes        ${scopes.join(', ')}`,
    `organization  ${organizationId}${organizationPaused ? ' (paused by the operator)' : ''}`,
    `service       ${url}, from ${urlFrom}`,
  ]);
}
