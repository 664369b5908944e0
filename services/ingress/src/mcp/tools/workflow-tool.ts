import { findComponentType, sendablePlaceholders, soleTrigger } from '@workflow/components/descriptors';
import { jsonSchemaOfFields, type JsonSchema } from '@workflow/component-kit';
import type { ToolView } from '@workflow/session-store';
import type { Component, Definition, Field, JsonObject } from '@workflow/workflow-model';
import type { StartableDefinition } from '../../caches/startable-workflow.ts';
import type { AppContext } from '../../context.ts';
import { callWorkflow } from './call-workflow.ts';
import { IDEMPOTENCY_KEY, OWN_ARGUMENTS, START_AT, type CalledWorkflow } from './called-workflow.ts';
import { outputSchemaOf } from './output-shape.ts';
import type { Tool } from './tool.ts';

/** Maximum number of characters of one tool's description. A larger tool gets a schema without its arguments. */
const MAX_SCHEMA_LENGTH = 65_536;

/** The description of a published version, created once. */
const described = new WeakMap<StartableDefinition, Pick<Tool['description'], 'inputSchema' | 'outputSchema'>>();

/** Returns null if it was unpublished, or its trigger disabled, a moment ago. */
export async function workflowTool(
  { caches }: AppContext,
  organizationId: string,
  { workflowId, workflowName, name, description }: ToolView,
): Promise<Tool | null> {
  const workflow = await caches.workflows.get(workflowId);
  const published = workflow?.organizationId === organizationId ? workflow.published : null;
  const trigger = published && soleTrigger(published.content);
  if (published === null || trigger === null) return null;
  const fields = fieldsOf(published, trigger);
  const allowsStartAt = published.content.mcp?.startAt === true && !fields.some(({ key }) => key === START_AT);
  const called = { workflowId, trigger, fields, allowsStartAt };
  return {
    scope: 'run',
    description: {
      name,
      title: workflowName,
      description,
      ...schemasOf(published, called),
      annotations: annotationsOf(published.content),
    },
    call: (call) => callWorkflow(called, call),
  };
}

/** Returns the placeholders of the trigger. Other values that a start may send belong to starts at other components. */
function fieldsOf({ content }: StartableDefinition, trigger: Component): Field[] {
  const ownKeys = new Set(
    findComponentType(trigger)
      ?.outputs(trigger)
      .map(({ key }) => key),
  );
  return sendablePlaceholders(content, trigger.id).filter(({ key }) => ownKeys.has(key));
}

function schemasOf(
  published: StartableDefinition,
  { fields, allowsStartAt }: CalledWorkflow,
): Pick<Tool['description'], 'inputSchema' | 'outputSchema'> {
  const cached = described.get(published);
  if (cached !== undefined) return cached;
  const ofFields = jsonSchemaOfFields(fields);
  const input: JsonSchema = {
    ...ofFields,
    properties: {
      [IDEMPOTENCY_KEY]: OWN_ARGUMENTS[IDEMPOTENCY_KEY],
      ...(allowsStartAt && { [START_AT]: OWN_ARGUMENTS[START_AT] }),
      ...(ofFields['properties'] as JsonObject),
    },
  };
  const output = outputSchemaOf(published.content);
  const description = {
    inputSchema: (isReadable(input) ? input : { type: 'object' }) as never,
    outputSchema: envelopeOf(isReadable(output) ? output : null) as never,
  };
  described.set(published, description);
  return description;
}

function isReadable(schema: JsonSchema | null): boolean {
  return JSON.stringify(schema).length <= MAX_SCHEMA_LENGTH;
}

function envelopeOf(output: JsonSchema | null): JsonSchema {
  return {
    type: 'object',
    required: ['sessionId', 'status'],
    properties: {
      sessionId: { type: 'string', format: 'uuid' },
      status: {
        type: 'string',
        enum: ['SUCCEEDED', 'FAILED', 'CANCELLED', 'running'],
        description: 'running: ask get_session later.',
      },
      output: output === null ? {} : { anyOf: [output, { type: 'null' }] },
      error: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' } },
      },
    },
  };
}

/** Returns the annotations. Components without effects may safely run again. Nothing is promised for the others. */
function annotationsOf({ components }: Definition): Tool['description']['annotations'] {
  const hasEffect = components.some(
    (component) => component.disabled !== true && findComponentType(component)?.hasEffect !== false,
  );
  return {
    readOnlyHint: !hasEffect,
    destructiveHint: hasEffect,
    idempotentHint: !hasEffect,
    openWorldHint: hasEffect,
  };
}
