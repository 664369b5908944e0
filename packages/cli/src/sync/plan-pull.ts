import type { FiledWorkflow } from '../files/workflow-folder.ts';
import type { Match } from './match.ts';
import type { Organization, RemoteWorkflow } from './organization.ts';
import type { Action, Plan } from './plan.ts';
import type { Synced } from './sync-state.ts';

/** One step of a pull: a file to write or to remove. */
export type PullStep = { action: Action } & (
  | { remote: RemoteWorkflow; local: FiledWorkflow | null }
  | { match: Match }
);

export interface PullOptions {
  /** The organization's content replaces changed files. */
  force: boolean;
  prune: boolean;
}

/**
 * Plans a pull. A file that was removed is not written again. The file of a deleted workflow is removed only with
 * `prune`.
 */
export function planPull(
  matches: readonly Match[],
  bases: ReadonlyMap<string, Synced>,
  organization: Organization,
  options: PullOptions,
): Plan<PullStep> {
  const plan: Plan<PullStep> = { steps: [], conflicts: [], adopted: [], skipped: [], unchanged: 0 };
  const matchOf = new Map(
    matches.flatMap((match) => (match.remote === null ? [] : [[match.remote.id, match] as const])),
  );
  const baseOf = new Map([...bases].map(([, base]) => [base.remoteId, base]));
  for (const remote of organization.workflows.values()) {
    const match = matchOf.get(remote.id);
    if (match === undefined) planWithoutFile(plan, remote, baseOf.get(remote.id), options);
    else planWithFile(plan, remote, match, options);
  }
  for (const match of matches) if (match.remote === null && match.base !== null) planDeleted(plan, match, options);
  return plan;
}

function write(plan: Plan<PullStep>, remote: RemoteWorkflow, local: FiledWorkflow | null): void {
  const { id, name } = remote;
  plan.steps.push({ action: { action: 'write', name, id, file: local?.file ?? null }, remote, local });
}

function planWithoutFile(
  plan: Plan<PullStep>,
  remote: RemoteWorkflow,
  base: Synced | undefined,
  { force }: PullOptions,
): void {
  const { id, name, digest } = remote;
  if (force || base === undefined) write(plan, remote, null);
  else if (base.remoteDigest === digest) plan.skipped.push(`${name} (${id}): its file was removed`);
  else
    plan.conflicts.push({ name, file: null, reason: 'it was changed in the organization, and its file was removed' });
}

function planWithFile(plan: Plan<PullStep>, remote: RemoteWorkflow, match: Match, { force }: PullOptions): void {
  const { base, digest, local } = match;
  const changedThere = base === null || base.remoteDigest !== remote.digest;
  const changedHere = base === null || base.digest !== digest;
  if (digest === remote.digest) {
    if (changedThere || changedHere) plan.adopted.push(match);
    else plan.unchanged += 1;
  } else if (force || (changedThere && !changedHere)) write(plan, remote, local);
  else if (changedThere) {
    const reason = 'it was changed in the folder and in the organization';
    plan.conflicts.push({ name: remote.name, file: local.file, reason });
  } else plan.skipped.push(`${local.file}: it was changed in the folder`);
}

function planDeleted(plan: Plan<PullStep>, match: Match, { force, prune }: PullOptions): void {
  const { local, base, digest } = match;
  const { file, content } = local;
  const { name } = content;
  if (base?.digest !== digest && !force)
    plan.conflicts.push({ name, file, reason: 'it was deleted in the organization and changed in the folder' });
  else if (prune) plan.steps.push({ action: { action: 'remove', name, id: base?.remoteId ?? null, file }, match });
  else plan.skipped.push(`${file}: it was deleted in the organization (--prune removes the file)`);
}
