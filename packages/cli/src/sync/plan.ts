import type { Match } from './match.ts';
import type { Organization, RemoteWorkflow } from './organization.ts';
import type { Synced } from './sync-state.ts';

/** One change that a sync makes. */
export interface Action {
  action: 'create' | 'update' | 'publish' | 'delete' | 'write' | 'remove';
  /** The name after the change. */
  name: string;
  /** The id of the workflow in the organization; null if it does not exist yet. */
  id: string | null;
  /** Null if there is no file. */
  file: string | null;
}

interface Conflict {
  name: string;
  file: string | null;
  reason: string;
}

/** The changes of a sync, or the conflicts that prevent it. */
export interface Plan<Step> {
  steps: Step[];
  conflicts: Conflict[];
  /** Equal in the folder and the organization, but not recorded as synchronized yet. */
  adopted: Match[];
  /** Exists in the folder or the organization only, and is not changed. */
  skipped: string[];
  unchanged: number;
}

/** One step of a push: `match` is written, `remote` is deleted. */
export type PushStep = { action: Action } & ({ match: Match } | { remote: RemoteWorkflow; key: string });

export interface PushOptions {
  publish: boolean;
  prune: boolean;
}

/** Plans a push from the folder, the organization and their state at the last sync. */
export function planPush(
  matches: readonly Match[],
  bases: ReadonlyMap<string, Synced>,
  organization: Organization,
  { publish, prune }: PushOptions,
): Plan<PushStep> {
  const plan: Plan<PushStep> = { steps: [], conflicts: [], adopted: [], skipped: [], unchanged: 0 };
  const publishing: PushStep[] = [];
  for (const match of matches) {
    const { local, remote } = match;
    const { file, content } = local;
    const what = decide(match);
    const at = { name: content.name, id: remote?.id ?? null, file };
    if (match.missing.length > 0)
      plan.conflicts.push({ ...at, reason: `the organization has no ${match.missing.join(', no ')}` });
    else if (what === 'adopt') plan.adopted.push(match);
    else if (what === 'unchanged') plan.unchanged += 1;
    else if (what === 'create' || what === 'update') plan.steps.push({ action: { action: what, ...at }, match });
    else plan.conflicts.push({ ...at, reason: what.conflict });
    const changes = what === 'create' || what === 'update';
    if (publish && (changes || remote?.isPublished === false))
      publishing.push({ action: { action: 'publish', ...at }, match });
  }
  const present = new Set(matches.map(({ key }) => key));
  for (const [key, base] of bases) {
    const remote = present.has(key) ? undefined : organization.workflows.get(base.remoteId);
    if (remote === undefined) continue;
    const { id, name } = remote;
    if (!prune) plan.skipped.push(`${name} (${id}): its file was removed (--prune deletes the workflow)`);
    else if (remote.digest === base.remoteDigest)
      publishing.push({ action: { action: 'delete', name, id, file: null }, remote, key });
    else plan.conflicts.push({ name, file: null, reason: CHANGED_THERE });
  }
  plan.steps.push(...publishing);
  return plan;
}

const CHANGED_THERE = 'it was changed in the organization since the last sync; run `workflow sync pull` first';

type Decision = 'create' | 'update' | 'adopt' | 'unchanged' | { conflict: string };

function decide({ remote, base, digest, byName, knownAs }: Match): Decision {
  if (remote === null) {
    if (base !== null) return { conflict: 'it was deleted in the organization since the last sync; remove its file' };
    return knownAs === null
      ? 'create'
      : { conflict: `it is mapped to the workflow ${knownAs}, which the organization does not have` };
  }
  if (digest === remote.digest)
    return base?.remoteDigest === remote.digest && base.digest === digest ? 'unchanged' : 'adopt';
  if (base === null)
    return {
      conflict: byName
        ? 'the organization has another workflow of this name, which was never synced with this file'
        : 'it differs from the organization and was never synced with it; run `workflow sync pull` first',
    };
  if (remote.digest !== base.remoteDigest) return { conflict: CHANGED_THERE };
  return digest === base.digest ? 'unchanged' : 'update';
}
