import { createHash } from 'node:crypto';
import type { ChildTarget, Field, Json, StepContext } from '@workflow/component-kit/run';
import { READ_RESULT } from './large-results.ts';
import { describeOperations, type DescribedOperation } from './operations.ts';

/** A tool in the form that the first turn froze. */
interface FrozenTool {
  /** The name that the model uses. */
  name: string;
  description: string;
  digest: string;
  /** The number of the tool in the config. */
  index: number;
}

/** A workflow. Its digest is the SHA-256 of the description and the fields. */
export interface WorkflowTool extends FrozenTool {
  workflowId: string;
  componentId: string;
  /** The published version. null in a TEST session, which runs the draft. */
  version: number | null;
  fields: Field[];
}

/** An operation of a version of an app, which does not change. Its digest is that of the version. */
export interface OperationTool extends FrozenTool {
  /** JSON pointer within the config to the field that names the operation. */
  pointer: string;
}

export type Tool = WorkflowTool | OperationTool;

export function isOperation(tool: Tool): tool is OperationTool {
  return 'pointer' in tool;
}

/** The beginning of a conversation. It is stored with the first turn and never changes. */
export interface Beginning {
  instructions: string;
  prompt: string;
  /** The files of the task: a FILE or a list of them. */
  files?: Json | undefined;
  tools: Tool[];
  /** The name of the agent's workflow, which approvals show. */
  workflowName: string;
  /** The earlier sessions that the agent remembers, the oldest first. */
  earlier: string[];
}

/** A tool as the author configures it: a workflow, or operations of an app. */
interface ToolConfig {
  workflowId?: string | undefined;
  actions?: readonly string[] | undefined;
  componentId?: string | undefined;
  name?: string | undefined;
  description?: string | undefined;
}

interface BeginningConfig {
  instructions: string;
  prompt: string;
  files?: Json | undefined;
  tools: readonly ToolConfig[];
  memory?: { key: string; turns: number } | undefined;
}

const MAX_NAME = 64;

/**
 * Reads the workflows and operations that are tools, and freezes them with the rendered texts.
 * @throws StepFailure if a workflow cannot be started, or an operation does not exist
 */
export async function freezeBeginning(
  context: StepContext,
  { instructions, prompt, files, tools, memory }: BeginningConfig,
): Promise<Beginning> {
  const named = tools.flatMap((tool) =>
    tool.workflowId === undefined ? [] : [{ ...tool, workflowId: tool.workflowId }],
  );
  const targets = named.length === 0 ? [] : await context.children.describe(named);
  const operations = await describeOperations(context, tools);
  let workflows = 0;
  const wantedTools = tools.flatMap((tool, index): Tool[] =>
    tool.workflowId === undefined
      ? operations.filter((one) => one.index === index).map(frozenOperation)
      : [frozenWorkflow(tool, targets[workflows++] as ChildTarget, index)],
  );
  const names = distinctNames(wantedTools.map(({ name }) => name));
  const frozen = wantedTools.map((tool, index): Tool => ({ ...tool, name: names[index] as string }));
  const earlier = memory === undefined ? [] : await context.memory.join(memory.key, memory.turns);
  const workflowName = await context.children.workflowName();
  return { instructions, prompt, ...(hasFiles(files) && { files }), tools: frozen, workflowName, earlier };
}

function hasFiles(files: Json | undefined): boolean {
  return files !== undefined && files !== null && files !== '';
}

function frozenWorkflow(tool: ToolConfig, target: ChildTarget, index: number): WorkflowTool {
  const { workflowId, componentId, version } = target;
  const fields = [...target.fields];
  const description = tool.description ?? target.description;
  const digest = createHash('sha256')
    .update(JSON.stringify([description, fields]))
    .digest('hex');
  return { name: tool.name ?? target.name, description, workflowId, componentId, version, fields, digest, index };
}

function frozenOperation({ key, description, digest, pointer, index }: DescribedOperation): OperationTool {
  return { name: key, description, digest, pointer, index };
}

/** Returns names that the servers accept, made distinct by a number. */
function distinctNames(wantedNames: readonly string[]): string[] {
  const usedNames = new Set<string>([READ_RESULT]);
  return wantedNames.map((name) => {
    const plain = (name.match(/[a-zA-Z0-9_-]+/g) ?? ['workflow']).join('_').slice(0, MAX_NAME);
    let distinct = plain;
    for (let number = 2; usedNames.has(distinct); number += 1) {
      const suffix = `_${number}`;
      distinct = `${plain.slice(0, MAX_NAME - suffix.length)}${suffix}`;
    }
    usedNames.add(distinct);
    return distinct;
  });
}
