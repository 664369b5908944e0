import { findComponentType, soleTrigger } from '@workflow/components/descriptors';
import type { JsonSchema } from '@workflow/component-kit';
import { MCP_NAME, SERVICE_TOOLS, wrong, type Definition, type DefinitionProblem } from '@workflow/workflow-model';
import { compilePointedSchema } from '../schemas/compile-schema.ts';

const MAX_MCP_DESCRIPTION_LENGTH = 2_000;

const mcpSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description'],
  properties: {
    name: { type: 'string', pattern: MCP_NAME },
    description: { type: 'string', minLength: 1, maxLength: MAX_MCP_DESCRIPTION_LENGTH },
    startAt: { type: 'boolean' },
  },
};

const findProblems = compilePointedSchema({ type: 'object', properties: { mcp: mcpSchema } }, 'the definition');

/**
 * Returns the problems of the tool that a workflow offers to MCP clients: its name, and the component where a call
 * starts.
 */
export function checkMcp(definition: Definition): DefinitionProblem[] {
  const { mcp } = definition;
  if (mcp === undefined) return [];
  const shape = findProblems({ mcp });
  if (shape.length > 0) return shape.map(({ pointer, ...what }) => ({ componentId: null, path: pointer, ...what }));
  return [...checkName(mcp.name), ...checkTrigger(definition)];
}

/** Refuses the names of the service's own tools, because a client calls a tool only by its name. */
function checkName(name: string): DefinitionProblem[] {
  if (!SERVICE_TOOLS.some((reserved) => reserved === name)) return [];
  return [{ componentId: null, path: '/mcp/name', ...wrong('MCP_NAME_RESERVED', { field: 'mcp.name' }) }];
}

function checkTrigger(definition: Definition): DefinitionProblem[] {
  if (soleTrigger(definition) !== null) return [];
  const triggers = definition.components.filter(
    (component) => component.disabled !== true && findComponentType(component)?.isTrigger === true,
  );
  const given = String(triggers.length);
  return [{ componentId: null, path: '/mcp', ...wrong('MCP_TRIGGERS', { field: 'mcp', given }) }];
}
