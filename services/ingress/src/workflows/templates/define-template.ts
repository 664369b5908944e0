import { timeOrderedId } from '@workflow/session-store';
import type { Component, Connection, Definition, Field, JsonObject } from '@workflow/workflow-model';

/** What its author gives it before it can be published. */
interface Need {
  kind: 'credential' | 'secret';
  name: string;
  /** What it is for, with the service's own words. */
  purpose: string;
}

/** Values for a first TEST run that starts at a component. */
interface Sample {
  componentId: string;
  placeholderValues: JsonObject;
}

/** A workflow to begin with, made ready for one use: every id in it is new. */
export interface WorkflowTemplate {
  key: string;
  name: string;
  description: string;
  needs: readonly Need[];
  samples: Sample[];
  /** Workflows that it starts: made and published first, their new ids put in place of these. */
  workflows: { id: string; name: string; definition: Definition }[];
  /** Tables that it uses, made where the organization has none of the name. */
  tables: readonly { name: string; columns: readonly Field[] }[];
  definition: Definition;
}

/** A component in its column and row of the canvas. */
type Part = Omit<Component, 'id' | 'position'> & { at: readonly [column: number, row: number] };

interface Drawing {
  /** By a key of the template's own. */
  components: Readonly<Record<string, Part>>;
  /** From, port, to. */
  connections: readonly (readonly [string, string, string])[];
}

interface Described extends Drawing, Omit<WorkflowTemplate, 'samples' | 'workflows' | 'tables' | 'definition'> {
  /** By the key of the component that the run starts at; the first is offered. */
  samples: Readonly<Record<string, JsonObject>>;
  /** By key; a config names one as `workflow:<key>`, and a component of it as `component:<key>:<its key>`. */
  workflows?: Readonly<Record<string, Drawing & { name: string }>>;
  tables?: WorkflowTemplate['tables'];
}

const COLUMN = 300;
const ROW = 170;

/** Makes the workflow of a template anew. */
export interface MakeTemplate {
  (): WorkflowTemplate;
  readonly key: string;
}

/** Checks nothing: `templates.test.ts` does so for every template of the gallery. */
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
    components: Object.entries(components).map(([part, { at, config, ...rest }]): Component => ({
      id: idOf(part),
      ...rest,
      config: withIds(config, named),
      position: { x: at[0] * COLUMN, y: at[1] * ROW },
    })),
    connections: connections.map(([from, port, to]): Connection => ({ from: idOf(from), port, to: idOf(to) })),
  };
  return { definition, ids };
}

function withIds(config: JsonObject, named: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      typeof value === 'string' ? (named.get(value) ?? value) : value,
    ]),
  );
}
