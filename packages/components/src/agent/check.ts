import type { ConfigProblem } from '@workflow/component-kit';
import { objectOrEmpty, type Json, type JsonObject } from '@workflow/workflow-model';
import { MAX_TOOLS } from './descriptor.ts';

/** The fields that only a tool of one kind has. */
const OF_WORKFLOW = ['componentId', 'name', 'description'];
const OF_APP = ['version', 'actions', 'credential'];

/** Checks the rules of the tools across their fields. */
export function check({ tools: given }: JsonObject): ConfigProblem[] {
  const tools = Array.isArray(given) ? given.map(objectOrEmpty) : [];
  return [...tools.flatMap(checkKind), ...checkNames(tools), ...checkOperations(tools), ...checkCount(tools)];
}

function checkKind(tool: JsonObject, index: number): ConfigProblem[] {
  const at = (name: string, rule: string) => problem(`/${index}/${name}`, `[${index}].${name}`, rule);
  const has = (name: string) => tool[name] !== undefined;
  if (has('workflowId') && has('app')) return [at('app', 'must be left out, because workflowId names a workflow')];
  if (has('app'))
    return [
      ...['version', 'actions'].filter((name) => !has(name)).map((name) => at(name, 'is required with app')),
      ...OF_WORKFLOW.filter(has).map((name) => at(name, 'must be left out, because the tools are operations')),
    ];
  if (has('workflowId'))
    return OF_APP.filter(has).map((name) => at(name, 'must be left out, because the tool is a workflow'));
  return OF_APP.some(has)
    ? [at('app', 'is required with operations of an app')]
    : [at('workflowId', 'is required, or app')];
}

/** Finds tools with the same name, which the instructions would confuse. */
function checkNames(tools: readonly JsonObject[]): ConfigProblem[] {
  const names = tools.map(({ name }) => name);
  return names.flatMap((name, index) =>
    typeof name === 'string' && names.indexOf(name) < index
      ? [problem(`/${index}/name`, `[${index}].name`, 'must be different from the names of other tools')]
      : [],
  );
}

/** Finds operations in two tools, which would have two names and possibly two rules of approval. */
function checkOperations(tools: readonly JsonObject[]): ConfigProblem[] {
  const seen = new Set<string>();
  const problems: ConfigProblem[] = [];
  for (const [index, { app, version, actions }] of tools.entries()) {
    // A key that one list has twice is refused by the schema.
    const keys = [...new Set(actionsOf(actions))];
    for (const key of keys) {
      const named = JSON.stringify([app, version, key]);
      const number = (actions as Json[]).indexOf(key);
      const rule = 'must be different from the operations of other tools';
      if (seen.has(named)) problems.push(problem(`/${index}/actions/${number}`, `[${index}].actions[${number}]`, rule));
      seen.add(named);
    }
  }
  return problems;
}

function checkCount(tools: readonly JsonObject[]): ConfigProblem[] {
  const count = tools.reduce((sum, { actions }) => sum + (actions === undefined ? 1 : actionsOf(actions).length), 0);
  if (count <= MAX_TOOLS) return [];
  return [problem('', '', `must name at most ${MAX_TOOLS} workflows and operations in all, and names ${count}`)];
}

function actionsOf(actions: Json | undefined): string[] {
  return Array.isArray(actions) ? actions.filter((key) => typeof key === 'string') : [];
}

function problem(pointer: string, field: string, rule: string): ConfigProblem {
  return { pointer: `/tools${pointer}`, field: `config.tools${field}`, rule };
}
