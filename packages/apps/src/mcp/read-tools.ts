import { isObject } from '../is-object.ts';
import { LeftOut, SourceRefused } from '../schemas/left-out.ts';
import { messageAbout } from '../schemas/left-out-message.ts';
import { toolOutput } from '../schemas/output-types.ts';
import { SchemaPool } from '../schemas/schema-pool.ts';
import { UnusedKeys } from '../schemas/unused-keys.ts';
import { MAX_TOOLS, type AppEffect, type AppOperation, type AppSchema, type AppSnapshot } from '../snapshot.ts';
import { References } from '../openapi/references.ts';

const MAX_TITLE = 200;
const MAX_DESCRIPTION = 4_000;

/** The tools of a server, as `tools/list` returned them. */
export interface GivenTools {
  title: string;
  tools: unknown[];
}

/** Reads the tools of an MCP server. @throws SourceRefused with the reason */
export function readTools({ title, tools }: GivenTools): AppSnapshot {
  if (tools.length > MAX_TOOLS) throw new SourceRefused(`The server has more than ${MAX_TOOLS} tools`);
  const operations: AppOperation[] = [];
  const schemas: AppSnapshot['schemas'] = {};
  const leftOut: string[] = [];
  const usedNames = new Set<string>();
  const keys = new UnusedKeys();
  const numbers = numbersOf(tools);
  for (const tool of tools) {
    if (!isObject(tool) || typeof tool['name'] !== 'string' || usedNames.has(tool['name'])) continue;
    const { name } = tool;
    usedNames.add(name);
    try {
      const read = readTool(tool, keys.take(name), `t${String(numbers.get(name))}`);
      operations.push(read.operation);
      Object.assign(schemas, read.schemas);
    } catch (error) {
      if (error instanceof SourceRefused || error instanceof LeftOut) leftOut.push(`${name}: ${error.message}`);
      else throw error;
    }
  }
  return { title: title.slice(0, MAX_TITLE), baseUrl: null, operations, schemas, message: messageAbout(leftOut) };
}

/**
 * Numbers the tools in the order of their names. Names of shared schemas contain the numbers, so a server that lists
 * its tools in another order each time still offers the same.
 */
function numbersOf(tools: readonly unknown[]): ReadonlyMap<string, number> {
  const names = tools.map((tool) => (isObject(tool) ? tool['name'] : null)).filter((name) => typeof name === 'string');
  return new Map([...new Set(names)].toSorted().map((name, number) => [name, number]));
}

/** Returns the digest of a tool as a server describes it now, or null if it cannot be read. */
export function digestOfTool(tool: unknown): string | null {
  if (!isObject(tool)) return null;
  try {
    return readTool(tool, '', 't').operation.digest;
  } catch (error) {
    if (error instanceof SourceRefused || error instanceof LeftOut) return null;
    throw error;
  }
}

/** Reads one tool. References in a tool's schema lead into that schema, so its shared schemas get a prefix. */
function readTool(
  tool: Record<string, unknown>,
  key: string,
  prefix: string,
): { operation: AppOperation; schemas: AppSnapshot['schemas'] } {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  const [inputs, outputs] = [poolOf(inputSchema, `${prefix}.input`), poolOf(outputSchema, `${prefix}.output`)];
  const input = inputs.copy(inputSchema ?? { type: 'object' });
  const output = isObject(outputSchema) ? outputs.copy(outputSchema) : null;
  const closedInput = inputs.close([input], 'input');
  const closedOutput = outputs.close(output === null ? [] : [output], 'output');
  const hints = isObject(annotations) ? annotations : {};
  const title = [tool['title'], hints['title'], name].find((one) => typeof one === 'string' && one !== '');
  const outputOf: AppSchema | null = output?.schema ?? null;
  return {
    operation: {
      key,
      title: String(title).slice(0, MAX_TITLE),
      description: typeof description === 'string' ? description.trim().slice(0, MAX_DESCRIPTION) : '',
      group: null,
      effect: effectOf(hints),
      deprecated: false,
      digest: `${closedInput.digest.slice(0, 11)}${closedOutput.digest.slice(0, 11)}`,
      content: {
        input: input.schema,
        output: outputOf,
        returns: toolOutput(outputOf, (one) => outputs.schemaOf(one)),
        plan: { kind: 'tool', tool: String(name) },
        needsSignIn: false,
        credentials: [],
      },
      schemas: [...closedInput.names, ...closedOutput.names],
    },
    schemas: { ...inputs.used, ...outputs.used },
  };
}

function poolOf(schema: unknown, prefix: string): SchemaPool {
  const references = new References(schema);
  return new SchemaPool((ref) => references.find(ref), prefix);
}

/** Reads the hints of a server (https://modelcontextprotocol.io/specification/2025-06-18/schema#toolannotations). */
function effectOf({ readOnlyHint, idempotentHint }: Record<string, unknown>): AppEffect {
  if (readOnlyHint === true) return 'none';
  return idempotentHint === true ? 'repeatable' : 'once';
}
