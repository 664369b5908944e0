import type { Component, Connection, Definition, JsonObject } from '@workflow/workflow-model';
import { tenantId } from './tenant-id.ts';

/** The limits of a definition (packages/validation). The definitions below reach them. */
const MAX_COMPONENTS = 1_000;
const MAX_CONNECTIONS = 4_000;
const MAX_NAME = 200;
const MAX_TIMED = 100;
/** The limit of a body, without the part of an API call that surrounds a definition. */
const LARGE_DEFINITION_BYTES = 1_040_000;

function named(number: number): string {
  return `Component ${number} `.padEnd(MAX_NAME, 'of the largest tenant ');
}

function componentOf(number: number, type: string, config: JsonObject, output?: string): Component {
  const position = { x: (number % 40) * 300, y: Math.floor(number / 40) * 200 };
  return { id: tenantId('component', number), type, name: named(number), config, position, ...(output && { output }) };
}

/** The number of the last component of the wide definition, which waits for a callback. */
export const CALLBACK = MAX_COMPONENTS - 1;

/** Returns a start, transforms and a callback, each connected with the next four. */
export function wideDefinition(): Definition {
  const components = [
    componentOf(0, 'input', { placeholders: [{ key: 'n', type: 'NUMBER' }] }),
    ...Array.from({ length: CALLBACK - 1 }, (_, index) =>
      componentOf(index + 1, 'transform', { expression: 'n * 2', type: 'NUMBER' }, `value${index + 1}`),
    ),
    componentOf(CALLBACK, 'wait-for-callback', {}, 'answer'),
  ];
  const connections: Connection[] = [];
  for (let from = 0; from < MAX_COMPONENTS; from += 1)
    for (let to = from + 1; to <= from + 4 && to < MAX_COMPONENTS && connections.length < MAX_CONNECTIONS; to += 1)
      connections.push({ from: components[from]!.id, port: 'next', to: components[to]!.id });
  return { components, connections };
}

/** Returns triggers of every type, up to the limits of each, and one component that they all start. */
export function triggerDefinition(): Definition {
  const timed = (type: string, from: number, config: JsonObject): Component[] =>
    Array.from({ length: MAX_TIMED }, (_, index) => componentOf(from + index, type, config, `item${from + index}`));
  const triggers = [
    ...timed('schedule', 1_000, { cron: '30 8 * * MON-FRI', timeZone: 'Europe/Berlin' }),
    ...timed('feed', 1_100, { url: 'https://example.com/feed.xml', everySeconds: 900 }),
    ...Array.from({ length: 400 }, (_, index) => componentOf(1_200 + index, 'webhook', {}, `item${1_200 + index}`)),
    ...Array.from({ length: 399 }, (_, index) =>
      componentOf(1_600 + index, 'error', { workflows: 'all' }, `item${1_600 + index}`),
    ),
  ];
  const end = componentOf(1_999, 'output', { value: 'done' });
  return {
    components: [...triggers, end],
    connections: triggers.map(({ id }) => ({ from: id, port: 'next', to: end.id })),
  };
}

/** The maximum number of fields of one list in the schema of fields. */
const MAX_FIELDS = 200;

/** Returns a form with as many fields, in groups, as the size limit of definitions allows. */
export function formDefinition(): Definition {
  const field = (number: number): JsonObject => ({
    key: `field${number}`,
    type: 'TEXT',
    label: `Field ${number}`,
    optional: true,
    choices: ['yes', 'no'],
  });
  const group = Array.from({ length: MAX_FIELDS }, (_, index) => field(index));
  const groups = Math.floor(LARGE_DEFINITION_BYTES / (JSON.stringify(group).length + 100));
  const fields = Array.from({ length: groups }, (_, index) => ({
    key: `group${index}`,
    type: 'OBJECT',
    fields: group,
  }));
  const start = componentOf(2_000, 'form', { title: 'The largest form', fields }, 'form');
  const end = componentOf(2_001, 'output', { value: 'done' });
  return { components: [start, end], connections: [{ from: start.id, port: 'next', to: end.id }] };
}

/** Returns a chat, which people open on a public page. */
export function chatDefinition(): Definition {
  const start = componentOf(
    CHAT_COMPONENT,
    'chat',
    { title: 'The largest chat', greeting: 'Hello '.repeat(100) },
    'chat',
  );
  const end = componentOf(CHAT_COMPONENT + 1, 'output', { value: '{{ chat.message }}' });
  return { components: [start, end], connections: [{ from: start.id, port: 'next', to: end.id }] };
}

/** The number of the component that begins the chat. */
export const CHAT_COMPONENT = 4_000;

/** Returns the definition of most workflows. */
export function smallDefinition(): Definition {
  const start = componentOf(3_000, 'input', { placeholders: [] });
  return { components: [start], connections: [] };
}
