import type { AddCommand, Cli } from '../cli.ts';
import { CommandFailed } from '../failures/failures.ts';

interface Place {
  id: string;
  componentId: string;
}

export const addTokens: AddCommand = (program, cli) => {
  const tokens = program.command('tokens').description('manage the tokens of webhooks');
  tokens
    .command('create <workflow> [component]')
    .description('create the token of a webhook, which is shown only once')
    .action(async (workflow: string, component?: string) => {
      const path = await placeOf(cli, workflow, component);
      const route = 'POST /v1/workflows/{id}/components/{componentId}/token';
      const { data } = await cli.client().call(route, { path }, { signal: cli.signal });
      cli.terminal.show(data, [data.token]);
    });
  tokens
    .command('show <workflow> [component]')
    .description('show the prefix of a token and when it was last used')
    .action(async (workflow: string, component?: string) => {
      const path = await placeOf(cli, workflow, component);
      const route = 'GET /v1/workflows/{id}/components/{componentId}/token';
      const { data } = await cli.client().call(route, { path }, { signal: cli.signal });
      cli.terminal.show(data, [`${data.prefix}…  created ${data.createdAt}  last used ${data.lastUsedAt ?? 'never'}`]);
    });
  tokens
    .command('delete <workflow> [component]')
    .description('delete the token of a webhook')
    .action(async (workflow: string, component?: string) => {
      const path = await placeOf(cli, workflow, component);
      const route = 'DELETE /v1/workflows/{id}/components/{componentId}/token';
      await cli.client().call(route, { path }, { signal: cli.signal });
      cli.terminal.show({ deleted: path }, [`Deleted the token of ${path.componentId}`]);
    });
};

/** Returns the named webhook, or the only webhook of the draft if no name is given. */
async function placeOf(cli: Cli, workflow: string, component: string | undefined): Promise<Place> {
  const { id, components } = await cli.client().workflows.get(workflow, { signal: cli.signal });
  if (component !== undefined) return { id, componentId: component };
  const types = await cli.client().call('GET /v1/startable-workflows', { query: { workflowId: id, mode: 'TEST' } });
  const found = types.data.items.flatMap(({ triggers }) => triggers).filter((trigger) => !trigger.startedByCallers);
  const hooks = components.filter((each) => found.some(({ componentId }) => componentId === each.id));
  const [only] = hooks;
  if (only === undefined) throw new CommandFailed(`Workflow '${workflow}' has no webhook`);
  const listed = hooks.map((each) => `${each.id} (${each.name ?? each.type})`).join(', ');
  if (hooks.length > 1)
    throw new CommandFailed(`Workflow '${workflow}' has several webhooks; give the id of one: ${listed}`);
  return { id, componentId: only.id };
}
