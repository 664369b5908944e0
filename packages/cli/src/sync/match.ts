import type { Environment } from '../files/environment-file.ts';
import type { FiledWorkflow } from '../files/workflow-folder.ts';
import { digestOf } from '../files/canonical.ts';
import type { WorkflowContent } from '../files/workflow-file.ts';
import { childrenFirst } from './children-first.ts';
import type { Organization, RemoteWorkflow } from './organization.ts';
import type { Synced, SyncState } from './sync-state.ts';
import { idsIn, translated, type Names } from './translate.ts';

/** A file beside the workflow of the organization that it is. */
export interface Match {
  local: FiledWorkflow;
  /** By which it is known: its id, or its file where it has none yet. */
  key: string;
  /** null: the organization has none. */
  remote: RemoteWorkflow | null;
  /** null: they were never the same. */
  base: Synced | null;
  /** Of the content as the organization would have it. */
  digest: string;
  /** It was told apart by its name alone. */
  byName: boolean;
  /** The environment's file or the last sync names it so; null: neither does. */
  knownAs: string | null;
  /** Credentials that the organization does not have. */
  missing: string[];
}

export interface Matched {
  /** Those that others start come first. */
  matches: Match[];
  names: Names & { ids: Map<string, string> };
}

/** Finds for each file the workflow that it is: by the environment's ids, the last sync, its id, or its name. */
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
  // What refers to others in a circle was looked at before all of them were known.
  for (const match of matches) match.digest = digestOf(translated(match.local.content, names));
  return { matches, names };
}

function keyOf({ id, file }: FiledWorkflow): string {
  return id ?? file;
}

/** The content as the organization has it, or would have it. */
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

/** Notes what credentials of the file are called there. @returns names of those that are not there */
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
