import { fileNameFor, removeFromFolder, writeInFolder } from '../files/workflow-folder.ts';
import type { WorkflowFile } from '../files/workflow-file.ts';
import type { Sync } from './open-sync.ts';
import type { RemoteWorkflow } from './organization.ts';
import type { Plan } from './plan.ts';
import type { PullStep } from './plan-pull.ts';
import { adopt } from './push.ts';
import { idsIn, inverse, translated } from './translate.ts';

/** Names the files that a pull will create, so that the plan shows the names. */
export function nameFiles(sync: Sync, plan: Plan<PullStep>): void {
  const usedFiles = new Set(sync.matches.map(({ local }) => local.file));
  // In the order of ids, so that workflows with the same name get the same file names each time.
  const fresh = plan.steps.filter(({ action }) => action.action === 'write' && action.file === null);
  for (const { action } of fresh.toSorted((a, b) => ((a.action.id ?? '') < (b.action.id ?? '') ? -1 : 1))) {
    action.file = fileNameFor(action.name, action.id ?? '', usedFiles);
    usedFiles.add(action.file);
  }
}

/** Carries out a plan without conflicts. */
export function pull(sync: Sync, plan: Plan<PullStep>): void {
  const { folder, state } = sync;
  for (const match of plan.adopted) adopt(sync, match);
  for (const step of plan.steps) {
    if ('match' in step) {
      removeFromFolder(folder, step.match.local.file);
      state.forget(step.match.key);
      continue;
    }
    const { remote, action } = step;
    const file = fileOf(sync, remote, step.local?.id ?? null);
    writeInFolder(folder, action.file ?? '', file);
    state.note(file.id ?? remote.id, { remoteId: remote.id, digest: remote.digest, remoteDigest: remote.digest });
  }
}

/** Returns a workflow of the organization with the names that files use. */
export function fileOf(sync: Sync, remote: RemoteWorkflow, idHere: string | null): WorkflowFile {
  const names = inverse(sync.names);
  const id = idHere ?? names.ids.get(remote.id) ?? remote.id;
  const content = translated(remote.content, names);
  const { credentials, apps } = sync.organization;
  return {
    id,
    content,
    credentials: credentials === null ? {} : namesIn(remote, credentials, names.ids, (name) => name),
    apps: apps === null ? {} : namesIn(remote, apps, names.ids, ({ name }) => name),
  };
}

/** Returns the names of the things that a workflow uses, by the ids in files. */
function namesIn<Thing>(
  { content }: RemoteWorkflow,
  there: ReadonlyMap<string, Thing>,
  idsHere: ReadonlyMap<string, string>,
  nameOf: (thing: Thing) => string,
): Record<string, string> {
  const used = [...idsIn(content, there)].sort();
  return Object.fromEntries(used.map((id) => [idsHere.get(id) ?? id, nameOf(there.get(id) as Thing)]));
}
