import type { Command } from 'commander';
import type { AddCommand, Cli } from '../cli.ts';
import { CommandFailed } from '../failures/failures.ts';
import { openSync } from '../sync/open-sync.ts';
import { planPull } from '../sync/plan-pull.ts';
import { planPush, type Action, type Plan } from '../sync/plan.ts';
import { nameFiles, pull } from '../sync/pull.ts';
import { push } from '../sync/push.ts';

interface SyncOptions {
  env?: string;
  dryRun?: boolean;
  publish?: boolean;
  prune?: boolean;
}

const DEFAULT_FOLDER = 'workflows';

export const addSync: AddCommand = (program, cli) => {
  const sync = program.command('sync').description('synchronize a folder of files with an organization');
  withCommon(sync.command('pull [folder]').description('write changes of the organization to the files'))
    .option('--prune', 'remove files whose workflows were deleted in the organization')
    .action((folder: string | undefined, options: SyncOptions) => pullInto(cli, folder, options, false));
  withCommon(sync.command('push [folder]').description('write changes of the files to the organization'))
    .option('--publish', 'publish drafts that are not published, child workflows first')
    .option('--prune', 'delete workflows whose files were removed')
    .action((folder: string | undefined, options: SyncOptions) => pushFrom(cli, folder, options));
};

function withCommon(command: Command): Command {
  return command
    .option('--env <name>', 'use the ids and names of workflow.env.<name>.yaml')
    .option('--dry-run', 'only show what would be done');
}

/**
 * Writes changes of the files of a folder to the organization. @throws CommandFailed if there are conflicts; then
 * nothing is changed
 */
export async function pushFrom(cli: Cli, folder = DEFAULT_FOLDER, options: SyncOptions): Promise<void> {
  const { env, dryRun = false, publish = false, prune = false } = options;
  const sync = await openSync(cli, folder, env);
  const plan = planPush(sync.matches, sync.state.workflows, sync.organization, { publish, prune });
  showPlan(cli, plan, dryRun);
  if (!dryRun) await push(sync, plan);
  report(cli, plan, dryRun);
}

/** Writes the files of an organization. `force`: overwrites files that were changed. */
export async function pullInto(
  cli: Cli,
  folder = DEFAULT_FOLDER,
  { env, dryRun = false, prune = false }: SyncOptions,
  force: boolean,
): Promise<void> {
  const sync = await openSync(cli, folder, env);
  const plan = planPull(sync.matches, sync.state.workflows, sync.organization, { force, prune });
  nameFiles(sync, plan);
  showPlan(cli, plan, dryRun);
  if (!dryRun) pull(sync, plan);
  report(cli, plan, dryRun);
}

/** Shows the plan before it is carried out. @throws CommandFailed if there are conflicts */
function showPlan(cli: Cli, plan: Plan<{ action: Action }>, dryRun: boolean): void {
  const { terminal } = cli;
  if (plan.conflicts.length > 0) {
    for (const { name, file, reason } of plan.conflicts)
      terminal.note(
        `${terminal.styled('conflict', 'red', 'stderr')}  ${name}${file === null ? '' : ` (${file})`}: ${reason}`,
      );
    terminal.json(planAsJson(plan, dryRun, false));
    throw new CommandFailed('');
  }
  for (const { action } of plan.steps) terminal.printLine(lineOf(action));
  for (const each of plan.skipped) terminal.printLine(`skipped  ${each}`);
}

function report(cli: Cli, plan: Plan<{ action: Action }>, dryRun: boolean): void {
  const { terminal } = cli;
  const unchangedCount = plan.unchanged + plan.adopted.length;
  const count = plan.steps.length === 0 ? 'Nothing to do' : `${plan.steps.length} ${dryRun ? 'to do' : 'done'}`;
  terminal.printLine(`${count}, ${unchangedCount} unchanged`);
  terminal.json(planAsJson(plan, dryRun, !dryRun));
}

function planAsJson(plan: Plan<{ action: Action }>, dryRun: boolean, done: boolean): object {
  return {
    dryRun,
    done,
    actions: plan.steps.map(({ action }) => action),
    conflicts: plan.conflicts,
    skipped: plan.skipped,
    unchanged: plan.unchanged + plan.adopted.length,
  };
}

function lineOf({ action, name, id, file }: Action): string {
  return `${action.padEnd(8)} ${name}${file === null ? '' : `  ${file}`}${id === null ? '' : `  ${id}`}`;
}
