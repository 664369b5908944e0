import type { Environment } from '../files/environment-file.ts';
import type { FiledWorkflow } from '../files/workflow-folder.ts';
import { digestOf } from '../files/canonical.ts';
import type { WorkflowContent } from '../files/workflow-file.ts';
import { childrenFirst } from './children-first.ts';
import type { Organization, RemoteWorkflow } from './organization.ts';
import type { Synced, SyncState } from './sync-state.ts';
import { idsIn, translated, type Names } from './translate.ts';

/** A file and the workflow of the organization that it belongs to. */
export interface Match {
  local: FiledWorkflow;
  /** Identifies the file: the id in it, or its file name if it has no id yet. */
  key: string;
  /** null: the organization does not have this workflow. */
  remote: RemoteWorkflow | null;
  /** null: the file and the workflow were never synchronized. */
  base: Synced | null;
  /** Digest of the content with the names of the organization. */
  digest: string;
  /** The file was matched by its name only. */
  byName: boolean;
  /** The id that the environment's file or the last sync has for it, or null. */
  knownAs: string | null;
  /** Names of credentials that the organization does not have. */
  missing: string[];
}

export interface Matched {
  /** Children precede the workflows that start them. */
  matches: Match[];
  names: Names & { ids: Map<string, string> };
}

/** Finds the workflow of each file: by the ids of the environment, the last sync, the id in the file, or the name. */
export function matchFolder(
  files: readonly FiledWorkflow[],
  organization: Organization,
  state: SyncState,
  environment: Environment,
): Matched {
  const ids = new Map(Object.entries(environment.workflows));
  const names = { ids, secrets: new Map(Object.entries(environment.secrets)) };
  const byKey = new Map(files.map((local) => [keyOf(local), local]));
  const sorted = childrenFirst(files, ({ content }) => [...idsIn(content, byKey)].map((id) => byKey.get(id)!));
  const taken = new Set(
    files.flatMap((local) => idOf(local, ids, state) ?? (organization.workflows.has(keyOf(local)) ? keyOf(local) : [])),
  );
  const matches = sorted.map((local): Match => {
    const key = keyOf(local);
    const missing = nameCredentials(local, organization, environment, ids);
    const base = state.workflows.get(key) ?? null;
    const known = idOf(local, ids, state);
    const own = organization.workflows.get(known ?? key) ?? null;
    const named = own === null && known === undefined ? freeByName(local, organization, taken) : null;
    const remote = own ?? named;
    if (remote !== null) {
      ids.set(key, remote.id);
      taken.add(remote.id);
    }
    const digest = digestOf(translated(local.content, names));
    return { local, key, remote, base, digest, byName: named !== null, knownAs: known ?? null, missing };
  });
  // Workflows that refer to each other in a circle were compared before the ids of all of them were known.
  for (const match of matches) match.digest = digestOf(translated(match.local.content, names));
  return { matches, names };
}

function keyOf({ id, file }: FiledWorkflow): string {
  return id ?? file;
}

/** Returns the content with the names of the organization. */
export function contentThere({ local }: Match, names: Names): WorkflowContent {
  return translated(local.content, names);
}

function idOf(local: FiledWorkflow, ids: ReadonlyMap<string, string>, state: SyncState): string | undefined {
  return ids.get(keyOf(local)) ?? state.workflows.get(keyOf(local))?.remoteId;
}

function freeByName(
  { content: { name } }: FiledWorkflow,
  organization: Organization,
  taken: ReadonlySet<string>,
): RemoteWorkflow | null {
  return [...organization.workflows.values()].find((each) => each.name === name && !taken.has(each.id)) ?? null;
}

/** Maps the credentials of the file to those of the organization. @returns names of missing credentials */
function nameCredentials(
  { credentials }: FiledWorkflow,
  organization: Organization,
  environment: Environment,
  ids: Map<string, string>,
): string[] {
  const there = organization.credentials;
  if (there === null) return [];
  const missing: string[] = [];
  for (const [id, name] of Object.entries(credentials)) {
    const wanted = environment.credentials[name];
    if (wanted === undefined && there.has(id)) continue;
    const idThere = [...there].find(([, each]) => each === (wanted ?? name))?.[0];
    if (idThere === undefined) missing.push(wanted ?? name);
    else ids.set(id, idThere);
  }
  return missing;
}
