import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import type { WorkflowFilter, WorkflowListItem } from '@workflow/client';
import type { AddCommand, Cli } from '../cli.ts';
import { lineDifference } from '../files/line-difference.ts';
import { writeWorkflowFile } from '../files/workflow-file.ts';
import { openSync } from '../sync/open-sync.ts';
import { fileOf } from '../sync/pull.ts';
import { table } from '../terminal/table.ts';
import { pullInto, pushFrom } from './sync.ts';

interface ListOptions {
  search?: string;
  state?: string;
}

export const addWorkflows: AddCommand = (program, cli) => {
  const workflows = program
    .command('workflows')
    .description('list, publish and compare workflows; read and write them as files');
  workflows
    .command('list', { isDefault: true })
    .description('list workflows, newest first')
    .option('--search <text>', 'text in the name or description')
    .addOption(new Option('--state <state>').choices(['draft', 'published', 'changed']))
    .action((options: ListOptions) => list(cli, options));
  workflows
    .command('pull [folder]')
    .description('write each workflow to a file of the folder and overwrite changed files')
    .option('--env <name>', 'use the ids and names of workflow.env.<name>.yaml')
    .action((folder: string | undefined, options: { env?: string }) => pullInto(cli, folder, options, true));
  workflows
    .command('push [folder]')
    .description('create and change drafts from the files of the folder')
    .option('--env <name>', 'use the ids and names of workflow.env.<name>.yaml')
    .option('--dry-run', 'only show what would be done')
    .action((folder: string | undefined, options: { env?: string; dryRun?: boolean }) =>
      pushFrom(cli, folder, options),
    );
  workflows
    .command('publish <workflow>')
    .description('publish the draft of a workflow, given by id or name')
    .action((workflow: string) => publish(cli, workflow));
  workflows
    .command('diff [folder]')
    .description('show the differences between the files of a folder and the organization')
    .option('--env <name>', 'use the ids and names of workflow.env.<name>.yaml')
    .action((folder: string | undefined, options: { env?: string }) => diff(cli, folder, options.env));
};

async function list(cli: Cli, { search, state }: ListOptions): Promise<void> {
  const filter = {
    limit: 200,
    ...(search !== undefined && { search }),
    ...(state !== undefined && { state: state.toUpperCase() as NonNullable<WorkflowFilter['state']> }),
  };
  const workflows: WorkflowListItem[] = [];
  for await (const workflow of cli.client().workflows.list(filter, { signal: cli.signal })) workflows.push(workflow);
  const rows = workflows.map(({ id, name, state: at, publishedVersion, paused, folder }) => [
    id,
    at,
    publishedVersion === null ? '' : String(publishedVersion),
    paused ? 'paused' : '',
    folder ?? '',
    name,
  ]);
  const lines = table(['id', 'state', 'version', 'paused', 'folder', 'name'], rows);
  cli.terminal.show(workflows, lines.length === 0 ? ['No workflows'] : lines);
}

async function publish(cli: Cli, workflow: string): Promise<void> {
  const { signal } = cli;
  const { id } = await cli.client().workflows.get(workflow, { signal });
  const { headers } = await cli.client().call('GET /v1/workflows/{id}', { path: { id } }, { signal });
  const input = { path: { id }, header: { 'If-Match': headers.get('etag') ?? '*' } };
  const { data } = await cli.client().call('POST /v1/workflows/{id}/publish', input, { signal });
  for (const { message } of data.warnings ?? []) cli.terminal.note(`warning: ${message}`);
  cli.terminal.show(data, [`Published ${data.name} as version ${data.number}`]);
}

async function diff(cli: Cli, folder = 'workflows', env: string | undefined): Promise<void> {
  const sync = await openSync(cli, folder, env);
  const matched = new Set(sync.matches.flatMap(({ remote }) => remote?.id ?? []));
  const differences: { name: string; file: string | null; lines: string[] }[] = [];
  for (const { local, remote } of sync.matches) {
    const here = readFileSync(join(folder, local.file), 'utf8');
    const there = remote === null ? '' : writeWorkflowFile(fileOf(sync, remote, local.id));
    // The file is compared in the form that this program writes, so that formatting by the author is not a difference.
    const written = writeWorkflowFile(local);
    const lines = written === there ? [] : lineDifference(there, here);
    if (lines.length > 0) differences.push({ name: local.content.name, file: local.file, lines });
  }
  for (const remote of sync.organization.workflows.values())
    if (!matched.has(remote.id)) differences.push({ name: remote.name, file: null, lines: ['no file'] });
  const shown = differences.flatMap(({ name, file, lines }) => [
    cli.terminal.styled(`${name}${file === null ? '' : ` (${file})`}`, 'bold'),
    ...lines.map((line) =>
      cli.terminal.styled(line, line.startsWith('-') ? 'red' : line.startsWith('+') ? 'green' : 'dim'),
    ),
  ]);
  cli.terminal.show(differences, shown.length === 0 ? ['No differences'] : shown);
}
