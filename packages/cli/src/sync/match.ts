import type { Environment } from '../files/environment-file.ts';
import type { FiledWorkflow } from '../files/workflow-folder.ts';
import { digestOf } from '../files/canonical.ts';
import type { WorkflowContent } from '../files/workflow-file.ts';
import { childrenFirst } from './children-first.ts';
import type { Organization, RemoteWorkflow } from './organization.ts';
import type { Synced, SyncState } from './sync-state.ts';
import { appVersionsIn, idsIn, translated, type Names } from './translate.ts';

/** A file and the workflow of the organization that it belongs to. */
export interface Match {
  local: FiledWorkflow;
  /** Identifies the file: the id in it, or its file name if it has no id yet. */
  key: string;
  /** Null if the organization does not have this workflow. */
  remote: RemoteWorkflow | null;
  /** Null if the file and the workflow were never synchronized. */
  base: Synced | null;
  /** Digest of the content with the names of the organization. */
  digest: string;
  /** The file was matched by its name only. */
  byName: boolean;
  /** The id that the environment's file or the last sync has for it, or null. */
  knownAs: string | null;
  /** Credentials and apps that the organization does not have, each as `credential CRM`. */
  missing: string[];
}

export interface Matched {
  /** Children precede the workflows that start them. */
  matches: Match[];
  names: Names & { ids: Map<string, string>; versions: Map<string, string> };
}

/** Finds the workflow of each file: by the ids of the environment, the last sync, the id in the file, or the name. */
export function matchFolder(
  files: readonly FiledWorkflow[],
  organization: Organization,
  state: SyncState,
  environment: Environment,
): Matched {
  const ids = new Map(Object.entries(environment.workflows));
  const versions = new Map<string, string>();
  const names = { ids, secrets: new Map(Object.entries(environment.secrets)), versions };
  const byKey = new Map(files.map((local) => [keyOf(local), local]));
  const sorted = childrenFirst(files, ({ content }) => [...idsIn(content, byKey)].map((id) => byKey.get(id)!));
  const usedNames = new Set(
    files.flatMap((local) => idOf(local, ids, state) ?? (organization.workflows.has(keyOf(local)) ? keyOf(local) : [])),
  );
  const matches = sorted.map((local): Match => {
    const key = keyOf(local);
    const missing = [
      ...nameAlike('credential', local.credentials, organization.credentials, environment.credentials, ids),
      ...nameAlike('app', local.apps, namesOf(organization.apps), environment.apps, ids),
    ];
    nameVersions(local, organization, names);
    const base = state.workflows.get(key) ?? null;
    const knownId = idOf(local, ids, state);
    const workflow = organization.workflows.get(knownId ?? key) ?? null;
    const named = workflow === null && knownId === undefined ? freeByName(local, organization, usedNames) : null;
    const remote = workflow ?? named;
    if (remote !== null) {
      ids.set(key, remote.id);
      usedNames.add(remote.id);
    }
    const digest = digestOf(translated(local.content, names));
    return { local, key, remote, base, digest, byName: named !== null, knownAs: knownId ?? null, missing };
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
  usedNames: ReadonlySet<string>,
): RemoteWorkflow | null {
  return [...organization.workflows.values()].find((each) => each.name === name && !usedNames.has(each.id)) ?? null;
}

/**
 * Maps credentials or apps of a file to those of the same name in the organization.
 * @param there names by id; null if the key may not list them
 * @param renamed other names in the environment
 * @returns the missing ones
 */
function nameAlike(
  kind: 'credential' | 'app',
  named: Readonly<Record<string, string>>,
  there: ReadonlyMap<string, string> | null,
  renamed: Readonly<Record<string, string>>,
  ids: Map<string, string>,
): string[] {
  if (there === null) return [];
  const missing: string[] = [];
  for (const [id, name] of Object.entries(named)) {
    const newName = renamed[name];
    if (newName === undefined && there.has(id)) continue;
    const idThere = [...there].find(([, each]) => each === (newName ?? name))?.[0];
    if (idThere === undefined) missing.push(`${kind} ${newName ?? name}`);
    else ids.set(id, idThere);
  }
  return missing;
}

function namesOf(apps: Organization['apps']): Map<string, string> | null {
  return apps === null ? null : new Map([...apps].map(([id, { name }]) => [id, name]));
}

/** Maps versions of apps that the organization does not have yet to the newest one that it has. */
function nameVersions({ content }: FiledWorkflow, { apps }: Organization, { ids, versions }: Matched['names']): void {
  for (const { app, version } of appVersionsIn(content)) {
    const idThere = ids.get(app) ?? app;
    const newest = apps?.get(idThere)?.version ?? null;
    if (newest !== null && newest < version) versions.set(`${app} ${version}`, `${idThere} ${newest}`);
  }
}
