import { timeOrderedId } from '@workflow/session-store';
import type { Component, Connection, Definition, Field, Json, JsonObject } from '@workflow/workflow-model';

/** Something that the author must provide before the workflow can be published. */
interface Need {
  /** For an app, the name is its title in the directory of the console. */
  kind: 'app' | 'credential' | 'secret';
  name: string;
  /** A description of it, such as the kind of credential. */
  purpose: string;
}

/** Values for a first TEST run that starts at a component. */
interface Sample {
  componentId: string;
  placeholderValues: JsonObject;
}

/** A template, prepared for one use: every id in it is new. */
export interface WorkflowTemplate {
  key: string;
  name: string;
  description: string;
  needs: readonly Need[];
  samples: Sample[];
  /** Workflows that it starts. They are created and published first, and their new ids replace these. */
  workflows: { id: string; name: string; definition: Definition }[];
  /** Tables that it uses. They are created if the organization has no table of that name. */
  tables: readonly { name: string; columns: readonly Field[] }[];
  definition: Definition;
}

/** A component with its column and row on the canvas. `within` is the key of the loop that contains it. */
type Part = Omit<Component, 'id' | 'position'> & { at: readonly [column: number, row: number] };

interface Drawing {
  /** Components by a key that is used only within the template. */
  components: Readonly<Record<string, Part>>;
  /** Each connection is from, port, to. */
  connections: readonly (readonly [string, string, string])[];
}

interface Described extends Drawing, Omit<WorkflowTemplate, 'samples' | 'workflows' | 'tables' | 'definition'> {
  /** Samples by the key of the component where the run starts. The first is the default. */
  samples: Readonly<Record<string, JsonObject>>;
  /**
   * Workflows by key. A config refers to one as `workflow:<key>`, and to its components as `component:<key>:<its key>`.
   */
  workflows?: Readonly<Record<string, Drawing & { name: string }>>;
  tables?: WorkflowTemplate['tables'];
}

const COLUMN = 300;
const ROW = 170;

/** Creates a new copy of a template's workflow. */
export interface MakeTemplate {
  (): WorkflowTemplate;
  readonly key: string;
}

/** Defines a template. `templates.test.ts` checks every template of the gallery. */
export function defineTemplate(described: Described): MakeTemplate {
  const { key, name, description, needs, samples, workflows = {}, tables = [] } = described;
  const make = (): WorkflowTemplate => {
    const named = new Map<string, string>();
    const children = Object.entries(workflows).map(([childKey, child]) => {
      const id = timeOrderedId();
      const { definition, ids } = drawn(child, named);
      named.set(`workflow:${childKey}`, id);
      for (const [part, partId] of ids) named.set(`component:${childKey}:${part}`, partId);
      return { id, name: child.name, definition };
    });
    const { definition, ids } = drawn(described, named);
    return {
      ...{ key, name, description, needs, tables, definition, workflows: children },
      samples: Object.entries(samples).map(([part, placeholderValues]) => ({
        componentId: ids.get(part) ?? '',
        placeholderValues,
      })),
    };
  };
  return Object.assign(make, { key });
}

function drawn({ components, connections }: Drawing, named: ReadonlyMap<string, string>) {
  const ids = new Map(Object.keys(components).map((part) => [part, timeOrderedId()]));
  const idOf = (part: string): string => ids.get(part) ?? part;
  const definition: Definition = {
    components: Object.entries(components).map(([part, { at, config, within, ...rest }]): Component => ({
      id: idOf(part),
      ...rest,
      ...(within !== undefined && { within: idOf(within) }),
      config: withIds(config, named),
      position: { x: at[0] * COLUMN, y: at[1] * ROW },
    })),
    connections: connections.map(([from, port, to]): Connection => ({ from: idOf(from), port, to: idOf(to) })),
  };
  return { definition, ids };
}

function withIds(config: JsonObject, named: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, valueWithIds(value, named)]));
}

function valueWithIds(value: Json, named: ReadonlyMap<string, string>): Json {
  if (typeof value === 'string') return named.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => valueWithIds(item, named));
  return typeof value === 'object' && value !== null ? withIds(value, named) : value;
}
