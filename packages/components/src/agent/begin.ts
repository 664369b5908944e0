import { createHash } from 'node:crypto';
import { jsonSchemaOfFields } from '@workflow/component-kit';
import type { ChildTarget, Field, Json, JsonObject, StepContext } from '@workflow/component-kit/run';
import { READ_RESULT, READ_RESULT_DESCRIPTION, READ_RESULT_SCHEMA } from './large-results.ts';

/** A tool as the first turn froze it. */
export interface FrozenTool {
  /** The name that the model uses. */
  name: string;
  description: string;
  workflowId: string;
  componentId: string;
  /** The published version. null in a TEST session, which runs the draft. */
  version: number | null;
  fields: Field[];
  /** The SHA-256 of the description and the fields. */
  digest: string;
  /** The number of the tool in the config. */
  index: number;
}

/** The beginning of a conversation. It is stored with the first turn and does not change any more. */
export interface Beginning {
  instructions: string;
  prompt: string;
  /** The files of the task: a FILE or a list of them. */
  files?: Json | undefined;
  tools: FrozenTool[];
  /** The name of the agent's workflow, which approvals show. */
  workflowName: string;
  /** The earlier sessions that the agent remembers, the oldest first. */
  earlier: string[];
}

/** A tool as the author configures it. */
interface ToolConfig {
  workflowId: string;
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
 * Reads the workflows that are tools, and freezes them with the rendered texts.
 * @throws StepFailure if one cannot be started
 */
export async function freezeBeginning(
  context: StepContext,
  { instructions, prompt, files, tools, memory }: BeginningConfig,
): Promise<Beginning> {
  const targets = tools.length === 0 ? [] : await context.children.describe(tools);
  const names = distinctNames(tools.map(({ name }, index) => name ?? (targets[index] as ChildTarget).name));
  const frozen = targets.map((target, index): FrozenTool => {
    const { workflowId, componentId, version } = target;
    const fields = [...target.fields];
    const description = tools[index]?.description ?? target.description;
    const digest = createHash('sha256')
      .update(JSON.stringify([description, fields]))
      .digest('hex');
    return { name: names[index] as string, description, workflowId, componentId, version, fields, digest, index };
  });
  const earlier = memory === undefined ? [] : await context.memory.join(memory.key, memory.turns);
  const workflowName = await context.children.workflowName();
  return { instructions, prompt, ...(hasFiles(files) && { files }), tools: frozen, workflowName, earlier };
}

function hasFiles(files: Json | undefined): boolean {
  return files !== undefined && files !== null && files !== '';
}

/** The tools in the form in which a model gets them, with the tool that reads large results. */
export function toolsForModel(
  tools: readonly FrozenTool[],
): Record<string, { description: string; schema: JsonObject }> {
  if (tools.length === 0) return {};
  return {
    ...Object.fromEntries(
      tools.map(({ name, description, fields }) => [name, { description, schema: jsonSchemaOfFields(fields) }]),
    ),
    [READ_RESULT]: { description: READ_RESULT_DESCRIPTION, schema: READ_RESULT_SCHEMA },
  };
}

/** Returns names that the servers accept, made distinct by a number. */
function distinctNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>([READ_RESULT]);
  return wanted.map((name) => {
    const plain = (name.match(/[a-zA-Z0-9_-]+/g) ?? ['workflow']).join('_').slice(0, MAX_NAME);
    let distinct = plain;
    for (let number = 2; taken.has(distinct); number += 1) {
      const suffix = `_${number}`;
      distinct = `${plain.slice(0, MAX_NAME - suffix.length)}${suffix}`;
    }
    taken.add(distinct);
    return distinct;
  });
}
