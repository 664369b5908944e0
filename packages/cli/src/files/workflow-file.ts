import { stringify } from 'yaml';
import type { Schemas, Workflow } from '@workflow/client';
import { UsageError } from '../failures/failures.ts';
import { sorted } from './canonical.ts';
import { readYaml } from './read-yaml.ts';

type Component = Schemas['Component'];

/** The part of a workflow that an author writes, without what the service generates. */
export interface WorkflowContent {
  name: string;
  description: string;
  components: Component[];
  connections: Schemas['Connection'][];
  flow?: unknown;
  mcp?: unknown;
  label?: unknown;
  expireAfterSeconds?: unknown;
  pool?: unknown;
  notes?: unknown;
}

/** A workflow as a file of the folder. */
export interface WorkflowFile {
  /** Null if the workflow is not in an organization yet. */
  id: string | null;
  content: WorkflowContent;
  /** Names of the referenced credentials by id. Other organizations have the same credentials under other ids. */
  credentials: Record<string, string>;
  /** Names of the apps that it uses by id, for the same reason. */
  apps: Record<string, string>;
}

/**
 * The settings that authors write in addition to the canvas, in the order of a file. The compiler reports a setting of
 * a draft that is missing here.
 */
const SETTINGS = { flow: true, mcp: true, label: true, expireAfterSeconds: true, pool: true } satisfies Record<
  Setting,
  true
>;
type Written = { [Key in keyof Schemas['Draft'] as unknown extends Schemas['Draft'][Key] ? never : Key]: true };
type Setting = Exclude<keyof Written, 'name' | 'description' | 'components' | 'connections' | 'notes'>;

const COMPONENT_KEYS = ['id', 'name', 'type', 'version', 'output', 'disabled', 'config', 'retry', 'timeoutSeconds'];

function settingsOf(settings: Readonly<Partial<Record<Setting, unknown>>>): Partial<Record<Setting, unknown>> {
  const keys = Object.keys(SETTINGS) as Setting[];
  return Object.fromEntries(keys.filter((key) => settings[key] !== undefined).map((key) => [key, settings[key]]));
}

/** Returns the content of a workflow's draft. */
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

/**
 * Returns the text of a file, which is the same for the same workflow: keys have a fixed order, and positions are last.
 */
export function writeWorkflowFile({ id, content, credentials, apps }: WorkflowFile): string {
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
    ...(Object.keys(apps).length > 0 && { apps: sorted(apps) }),
    ...(notes !== undefined && { notes: sorted(notes) }),
    ...(positions.length > 0 && { positions: Object.fromEntries(positions) }),
  };
  return stringify(whole, { lineWidth: 0, aliasDuplicateObjects: false });
}

function ordered(component: Component): object {
  const fields = component as unknown as Record<string, unknown>;
  const unknownKeys = Object.keys(fields).filter((key) => key !== 'position' && !COMPONENT_KEYS.includes(key));
  const keys = [...COMPONENT_KEYS, ...unknownKeys.sort()].filter((key) => fields[key] !== undefined);
  return Object.fromEntries(
    keys.map((key) => [key, key === 'config' ? settingsInOrder(fields[key]) : sorted(fields[key])]),
  );
}

/** Returns a component's settings ordered by name. The order of keys inside a setting is unchanged. */
function settingsInOrder(config: unknown): object {
  return Object.fromEntries(Object.entries(config as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The keys that a file may have. Others are refused: a misspelt key would otherwise remove the setting that it was
 * meant to change.
 */
const FILE_KEYS = [
  ...['id', 'name', 'description', ...Object.keys(SETTINGS)],
  ...['components', 'connections', 'credentials', 'apps', 'notes', 'positions'],
];

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what is wrong with the keys of a file or with the types of their values, or null. */
function problemOf(given: Readonly<Record<string, unknown>>): string | null {
  const unknown = Object.keys(given).filter((key) => !FILE_KEYS.includes(key));
  if (unknown.length > 0)
    return `${unknown.join(', ')} is not a key of a workflow file; the keys are ${FILE_KEYS.join(', ')}`;
  for (const key of ['credentials', 'apps', 'positions'])
    if (!isRecord(given[key] ?? {})) return `${key} must be a map of ids`;
  const components = [given['components'] ?? []].flat() as unknown[];
  return components.every((each) => isRecord(each)) ? null : 'components must be a list of components';
}

/** Reads the text of a file. @throws UsageError that names the file and the problem */
export function readWorkflowFile(text: string, file: string): WorkflowFile {
  const value = readYaml(text, file);
  const given = (isRecord(value) ? value : {}) as Record<string, unknown>;
  const wrong = (what: string): UsageError => new UsageError(`${file}: ${what}`);
  const problem = problemOf(given);
  if (problem !== null) throw wrong(problem);
  const { id = null, name, description = '', components = [], connections = [], notes } = given;
  if (typeof name !== 'string' || name === '') throw wrong('name is missing');
  if (id !== null && typeof id !== 'string') throw wrong('id must be a string');
  if (typeof description !== 'string') throw wrong('description must be a string');
  if (!Array.isArray(components)) throw wrong('components must be a list');
  if (!Array.isArray(connections)) throw wrong('connections must be a list');
  const positions = (given['positions'] ?? {}) as Record<string, Component['position']>;
  return {
    id,
    credentials: (given['credentials'] ?? {}) as Record<string, string>,
    apps: (given['apps'] ?? {}) as Record<string, string>,
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
