import { mkdirSync } from 'node:fs';
import type { Client } from '@workflow/client';
import type { Cli } from '../cli.ts';
import { readEnvironment, type Environment } from '../files/environment-file.ts';
import { readFolder } from '../files/workflow-folder.ts';
import { matchFolder, type Matched } from './match.ts';
import { readOrganization, type Organization } from './organization.ts';
import { SyncState } from './sync-state.ts';

/** A folder, an organization, and their state at the last sync. */
export interface Sync extends Matched {
  client: Client;
  folder: string;
  environmentName: string | undefined;
  environment: Environment;
  organization: Organization;
  state: SyncState;
  signal: AbortSignal;
}

/** Reads the folder and the organization. @throws UsageError for an invalid file */
export async function openSync(cli: Cli, folder: string, environmentName: string | undefined): Promise<Sync> {
  // Files are read first, so that invalid ones are reported without a request.
  const files = readFolder(folder);
  const environment = readEnvironment(folder, environmentName);
  const client = cli.client();
  const organization = await readOrganization(client, cli.signal);
  mkdirSync(folder, { recursive: true });
  const { url } = cli.connection();
  const state = new SyncState(cli.env, { folder, url, organizationId: organization.id, environment: environmentName });
  const matched = matchFolder(files, organization, state, environment);
  return { ...matched, client, folder, environmentName, environment, organization, state, signal: cli.signal };
}
