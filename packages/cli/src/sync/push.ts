import { StaleRevisionError, type RouteInput } from '@workflow/client';
import { CommandFailed } from '../failures/failures.ts';
import { noteWorkflow } from '../files/environment-file.ts';
import { digestOf } from '../files/canonical.ts';
import { writeInFolder } from '../files/workflow-folder.ts';
import type { WorkflowContent } from '../files/workflow-file.ts';
import { contentThere, type Match } from './match.ts';
import type { Sync } from './open-sync.ts';
import { remoteOf, type RemoteWorkflow } from './organization.ts';
import type { Plan, PushStep } from './plan.ts';
import { idsIn } from './translate.ts';

type Body = RouteInput<'POST /v1/workflows'>['body'];

/**
 * Carries out a plan without conflicts in its order.
 * @throws CommandFailed if somebody changes a workflow meanwhile
 */
export async function push(sync: Sync, plan: Plan<PushStep>): Promise<void> {
  for (const match of plan.adopted) adopt(sync, match);
  const creating = new Set(
    plan.steps.flatMap((step) => ('match' in step && step.action.action === 'create' ? [step.match.key] : [])),
  );
  /** Created before the workflows that they refer to, so their references are still missing. */
  const unfinished: Match[] = [];
  for (const step of plan.steps) {
    if ('match' in step && step.action.action === 'publish') await finish(sync, unfinished.splice(0));
    await unlessStale(step.action.name, () => take(sync, step, creating, unfinished));
  }
  await finish(sync, unfinished);
}

async function take(sync: Sync, step: PushStep, creating: Set<string>, unfinished: Match[]): Promise<void> {
  const { client, signal, state } = sync;
  if (!('match' in step)) {
    const { id, etag } = step.remote;
    const input = { path: { id }, header: { 'If-Match': etag } };
    await client.call('DELETE /v1/workflows/{id}', input, { signal });
    state.forget(step.key);
    return;
  }
  const { match } = step;
  switch (step.action.action) {
    case 'create': {
      creating.delete(match.key);
      const waits =
        idsIn(match.local.content, creating).size > 0 || idsIn(match.local.content, new Set([match.key])).size > 0;
      await create(sync, match, waits);
      if (waits) unfinished.push(match);
      return;
    }
    case 'update':
      return update(sync, match);
    default:
      return publish(sync, match);
  }
}

async function create(sync: Sync, match: Match, isEmpty: boolean): Promise<void> {
  const { client, signal, names, folder, environmentName } = sync;
  const content = contentThere(match, names);
  const body = (isEmpty ? { ...content, components: [], connections: [] } : content) as Body;
  const { data, headers } = await client.call('POST /v1/workflows', { body }, { signal });
  match.remote = remoteOf(data, headers.get('etag'));
  const { local } = match;
  if (local.id === null) {
    local.id = data.id;
    match.key = data.id;
    writeInFolder(folder, local.file, local);
  }
  names.ids.set(match.key, data.id);
  if (environmentName !== undefined) noteWorkflow(folder, environmentName, match.key, data.id);
  note(sync, match, match.remote, isEmpty ? '' : digestOf(content));
}

async function finish(sync: Sync, matches: readonly Match[]): Promise<void> {
  for (const match of matches) await unlessStale(match.local.content.name, () => update(sync, match));
}

async function update(sync: Sync, match: Match): Promise<void> {
  const { client, signal, names } = sync;
  const { id, etag } = match.remote!;
  const content = contentThere(match, names);
  const input = { path: { id }, header: { 'If-Match': etag }, body: content as Body & WorkflowContent };
  const { data, headers } = await client.call('PUT /v1/workflows/{id}', input, { signal });
  match.remote = remoteOf(data, headers.get('etag'));
  note(sync, match, match.remote, digestOf(content));
}

async function publish(sync: Sync, match: Match): Promise<void> {
  const { client, signal } = sync;
  const { id, etag } = match.remote!;
  await client.call('POST /v1/workflows/{id}/publish', { path: { id }, header: { 'If-Match': etag } }, { signal });
}

/** Records that both are equal, so that the next sync can recognize which of them was changed. */
export function adopt(sync: Sync, match: Match): void {
  const { folder, environmentName, environment } = sync;
  const remote = match.remote!;
  if (environmentName !== undefined && match.local.id !== null && environment.workflows[match.key] !== remote.id)
    noteWorkflow(folder, environmentName, match.key, remote.id);
  note(sync, match, remote, match.digest);
}

function note({ state }: Sync, { key }: Match, { id, digest }: RemoteWorkflow, localDigest: string): void {
  state.note(key, { remoteId: id, digest: localDigest, remoteDigest: digest });
}

async function unlessStale<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StaleRevisionError)) throw error;
    throw new CommandFailed(`${name} was changed in the organization during the sync; run the sync again`, {
      cause: error,
    });
  }
}
