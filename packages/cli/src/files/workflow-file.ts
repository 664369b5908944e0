import { parse, stringify } from 'yaml';
import type { Schemas, Workflow } from '@workflow/client';
import { UsageError } from '../failures/failures.ts';
import { sorted } from './canonical.ts';

type Component = Schemas['Component'];

/** What a file says of a workflow: all that an author writes, and nothing that the service counts. */
export interface WorkflowContent {
  name: string;
  description: string;
  components: Component[];
  connections: Schemas['Connection'][];
  flow?: unknown;
  mcp?: unknown;
  label?: unknown;
  notes?: unknown;
}

/** A workflow as it is in a folder. */
export interface WorkflowFile {
  /** null: not yet in an organization. */
  id: string | null;
  content: WorkflowContent;
  /** Names of the credentials that it refers to, by id: other organizations have them under other ids. */
  credentials: Record<string, string>;
}

/** What authors write beside the canvas, in the order of a file. The compiler names what a draft has and this lacks. */
const SETTINGS = { flow: true, mcp: true, label: true } satisfies Record<Setting, true>;
type Written = { [Key in keyof Schemas['Draft'] as unknown extends Schemas['Draft'][Key] ? never : Key]: true };
type Setting = Exclude<keyof Written, 'name' | 'description' | 'components' | 'connections' | 'notes'>;

const COMPONENT_KEYS = ['id', 'name', 'type', 'version', 'output', 'disabled', 'config', 'retry', 'timeoutSeconds'];

function settingsOf(given: Readonly<Partial<Record<Setting, unknown>>>): Partial<Record<Setting, unknown>> {
  const keys = Object.keys(SETTINGS) as Setting[];
  return Object.fromEntries(keys.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]));
}

/** The content of a workflow's draft. */
export function contentOf(workflow: Workflow): WorkflowContent {
  const { name, description, components, connections, notes = [] } = workflow;
  return {
    name,
    description,
    components: components.map(({ config = {}, ...component }) => ({ ...component, config })),
    connections,
    ...settingsOf(workflow),
    ...(notes.length > 0 && { notes }),
  };
}

/** The text of a file, the same for the same workflow: keys in a fixed order, and positions, which tell least, last. */
export function writeWorkflowFile({ id, content, credentials }: WorkflowFile): string {
  const { name, description, components, connections, notes } = content;
  const positions = components.flatMap((each) =>
    each.position === undefined ? [] : [[each.id, each.position] as const],
  );
  const whole = {
    ...(id !== null && { id }),
    name,
    ...(description !== '' && { description }),
    ...Object.fromEntries(Object.entries(settingsOf(content)).map(([key, value]) => [key, sorted(value)])),
    components: components.map((component) => ordered(component)),
    connections: connections.map(({ from, port, to }) => ({ from, port, to })),
    ...(Object.keys(credentials).length > 0 && { credentials: sorted(credentials) }),
    ...(notes !== undefined && { notes: sorted(notes) }),
    ...(positions.length > 0 && { positions: Object.fromEntries(positions) }),
  };
  return stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false });
}

function ordered(component: Component): object {
  const own = component as unknown as Record<string, unknown>;
  const others = Object.keys(own).filter((key) => key !== 'position' && !COMPONENT_KEYS.includes(key));
  const keys = [...COMPONENT_KEYS, ...others.sort()].filter((key) => own[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, key === 'config' ? settingsInOrder(own[key]) : sorted(own[key])]));
}

/** The settings of a component by their names; what the author wrote in them keeps the order of its keys. */
function settingsInOrder(config: unknown): object {
  return Object.fromEntries(Object.entries(config as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @throws UsageError that names the file and what is wrong */
export function readWorkflowFile(text: string, file: string): WorkflowFile {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no YAML: ${(error as Error).message.split('\n', 1)[0]}`, { cause: error });
  }
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const wrong = (what: string): UsageError => new UsageError(`${file}: ${what}`);
  const { id = null, name, description = '', components = [], connections = [], notes } = given;
  if (typeof name !== 'string' || name === '') throw wrong('name is missing');
  if (id !== null && typeof id !== 'string') throw wrong('id must be a text');
  if (typeof description !== 'string') throw wrong('description must be a text');
  if (!Array.isArray(components)) throw wrong('components must be a list');
  if (!Array.isArray(connections)) throw wrong('connections must be a list');
  const positions = (given['positions'] ?? {}) as Record<string, Component['position']>;
  return {
    id,
    credentials: (given['credentials'] ?? {}) as Record<string, string>,
    content: {
      name,
      description,
      components: (components as Component[]).map(({ config = {}, ...component }) => {
        const position = positions[component.id];
        return { ...component, config, ...(position !== undefined && { position }) };
      }),
      connections: connections as Schemas['Connection'][],
      ...settingsOf(given),
      ...(notes !== undefined && { notes }),
    },
  };
}
