import { stringify } from 'yaml';
import type { Schemas, Workflow } from '@workflow/client';
import { UsageError } from '../failures/failures.ts';
import { sorted } from './canonical.ts';
import { readYaml } from './read-yaml.ts';

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

/** What a file may say. A key that is misspelt would take away what it was meant to say. */
const FILE_KEYS = [
  ...['id', 'name', 'description', ...Object.keys(SETTINGS)],
  ...['components', 'connections', 'credentials', 'notes', 'positions'],
];

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with the keys of a file, or with the form of what stands below them; null: nothing. */
function problemOf(given: Readonly<Record<string, unknown>>): string | null {
  const unknown = Object.keys(given).filter((key) => !FILE_KEYS.includes(key));
  if (unknown.length > 0) return `${unknown.join(', ')} is nothing that a file has (${FILE_KEYS.join(', ')})`;
  for (const key of ['credentials', 'positions'])
    if (!isRecord(given[key] ?? {})) return `${key} must have what it says by ids`;
  const components = [given['components'] ?? []].flat() as unknown[];
  return components.every((each) => isRecord(each)) ? null : 'components must be a list of components';
}

/** @throws UsageError that names the file and what is wrong */
export function readWorkflowFile(text: string, file: string): WorkflowFile {
  const value = readYaml(text, file);
  const given = (isRecord(value) ? value : {}) as Record<string, unknown>;
  const wrong = (what: string): UsageError => new UsageError(`${file}: ${what}`);
  const problem = problemOf(given);
  if (problem !== null) throw wrong(problem);
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
