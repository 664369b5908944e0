import type { JsonSchema, SchemaOf } from '@workflow/component-kit';
import { MAX_KEY_LENGTH } from '@workflow/component-kit';
import { MAX_EXPRESSION_LENGTH } from '@workflow/expressions/parsing';
import {
  MAX_DELAY_SECONDS,
  NOTE_COLORS,
  POOL_NAME,
  type Component,
  type Connection,
  type Flow,
  type McpTool,
  type Note,
} from '@workflow/workflow-model';

/** The limits of a definition: far above real use, and low enough that a check takes milliseconds. */
export const MAX_COMPONENTS = 1_000;
export const MAX_CONNECTIONS = 4_000;
export const MAX_COMPONENT_NAME_LENGTH = 200;
export const MAX_ATTEMPTS = 20;
export const MAX_BACKOFF_SECONDS = 24 * 60 * 60;
export const MIN_TIMEOUT_SECONDS = 0.001;
export const MAX_TIMEOUT_SECONDS = 24 * 60 * 60;

export const MAX_NOTES = 100;
export const MAX_NOTE_LENGTH = 4_000;
/** In pixels at zoom 1. */
const MIN_NOTE_SIDE = 80;
const MAX_NOTE_SIDE = 2_000;

const positionSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['x', 'y'],
  description: 'Where the editor draws it.',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
};

export const componentSchema: JsonSchema = {
  type: 'object',
  title: 'Component',
  required: ['id', 'type'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    type: { type: 'string', minLength: 1, maxLength: 64, description: 'One of GET /v1/component-types.' },
    version: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'The version of a type from a package. Publishing stores the newest one if it is left out.',
    },
    name: { type: 'string', maxLength: MAX_COMPONENT_NAME_LENGTH, description: 'The type when omitted.' },
    output: { type: 'string', maxLength: MAX_KEY_LENGTH, description: 'The placeholder that the component produces.' },
    config: { type: 'object', additionalProperties: true, description: "Fits the type's configSchema." },
    retry: {
      type: 'object',
      additionalProperties: false,
      description: 'Attempts of a failing component; one if omitted.',
      properties: {
        maxAttempts: { type: 'integer', minimum: 1, maximum: MAX_ATTEMPTS, default: 1 },
        backoffSeconds: { type: 'number', minimum: 0, maximum: MAX_BACKOFF_SECONDS, default: 1 },
      },
    },
    timeoutSeconds: {
      type: 'number',
      minimum: MIN_TIMEOUT_SECONDS,
      maximum: MAX_TIMEOUT_SECONDS,
      description: "The type's own when omitted.",
    },
    disabled: {
      type: 'boolean',
      description: 'It does not run, and neither do components that only it leads to.',
    },
    standIn: {
      description:
        'The output of the component in a TEST run while its credential is not chosen. The component does not run ' +
        'then, and its step has "stand-in". Default: sample data of the type of its output.',
    },
    position: positionSchema,
  },
};

export const connectionSchema: JsonSchema = {
  type: 'object',
  title: 'Connection',
  required: ['from', 'port', 'to'],
  additionalProperties: false,
  properties: {
    from: { type: 'string', format: 'uuid' },
    port: { type: 'string', minLength: 1, maxLength: 64 },
    to: { type: 'string', format: 'uuid' },
  },
};

const noteSide: JsonSchema = { type: 'number', minimum: MIN_NOTE_SIDE, maximum: MAX_NOTE_SIDE };

export const noteSchema: JsonSchema = {
  type: 'object',
  title: 'Note',
  required: ['id', 'text', 'position'],
  additionalProperties: false,
  properties: {
    id: { type: 'string', format: 'uuid' },
    text: { type: 'string', maxLength: MAX_NOTE_LENGTH },
    color: { type: 'string', enum: [...NOTE_COLORS], description: 'yellow when omitted.' },
    position: positionSchema,
    size: {
      type: 'object',
      additionalProperties: false,
      required: ['width', 'height'],
      description: 'In pixels, 240 × 140 when omitted.',
      properties: { width: noteSide, height: noteSide },
    },
  },
};

/** A received component, whose config may be missing. */
export type WrittenComponent = Omit<Component, 'config'> & Partial<Pick<Component, 'config'>>;

/** The properties of a definition, for bodies that have other properties too. */
export const definitionProperties = {
  components: { type: 'array', maxItems: MAX_COMPONENTS, items: componentSchema } as JsonSchema as SchemaOf<
    WrittenComponent[]
  >,
  connections: { type: 'array', maxItems: MAX_CONNECTIONS, items: connectionSchema } as JsonSchema as SchemaOf<
    Connection[]
  >,
  flow: {
    type: 'object',
    additionalProperties: true,
    description:
      'Limits on concurrent sessions, in PROD: `concurrency` (`limit`, `key`, `onLimit`) and `order` (`key`). A ' +
      'key is a JSONata expression over the placeholders of the trigger. `gather` (`key`, `quietSeconds`, ' +
      '`maxSeconds`, `maxItems`, `deliver`) makes one session of several requests. `priority` is `high`, `normal` ' +
      'or `low`. Checked at publishing.',
  } as JsonSchema as SchemaOf<Flow>,
  mcp: {
    type: 'object',
    additionalProperties: true,
    description:
      'Makes the published workflow a tool of `POST /mcp`: `name` (lowercase letters, digits, `_` and `-`, unique ' +
      'in the organization) and `description`. With `startAt` true, calls may name the time at which their session ' +
      'starts. Checked at publishing.',
  } as JsonSchema as SchemaOf<McpTool>,
  label: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_EXPRESSION_LENGTH,
    description:
      'A JSONata expression over the placeholders of the trigger, which gives a text or a number of at most 120 ' +
      'characters: what sessions are called in lists, and found by with `?label=`. Checked at publishing.',
  } as JsonSchema as SchemaOf<string>,
  expireAfterSeconds: {
    type: 'integer',
    minimum: 1,
    maximum: MAX_DELAY_SECONDS,
    description:
      'A session that no executor claims within this number of seconds after its start ends CANCELLED with EXPIRED. ' +
      'A run request may set its own.',
  } as JsonSchema as SchemaOf<number>,
  pool: {
    type: 'string',
    pattern: POOL_NAME,
    description:
      'The executor pool in which its sessions run: lowercase letters, digits and `-`, at most 40 characters. ' +
      'Without it they run in the pool of the organization, or in `default`.',
  } as JsonSchema as SchemaOf<string>,
  notes: {
    type: 'array',
    maxItems: MAX_NOTES,
    items: noteSchema,
    description: 'On the canvas. Only the draft has them: they are no part of a version.',
  } as JsonSchema as SchemaOf<Note[]>,
};

/** The schema of a draft. Only the shape must be right. */
export const definitionSchema: JsonSchema = {
  type: 'object',
  title: 'Definition',
  required: ['components'],
  additionalProperties: false,
  properties: definitionProperties,
};
