import { namesOperations, usedOperationsOf } from './used-operation.ts';
import { isJsonObject, type Component, type Field, type JsonObject } from '@workflow/workflow-model';
import type { ComponentDefinition, Ports, Produces } from './component-definition.ts';
import { childValuesOf } from './child-values.ts';
import { propertiesOf, sitesOf } from './config-sites.ts';
import type { JsonSchema } from './config-types.ts';
import { newConfigOf } from './config-defaults.ts';
import type { ComponentDescriptor } from './descriptor.ts';
import { readFields, readValueType } from './field-schema.ts';
import { DEFAULT_PORT, ERROR_PORT, NEXT_PORT } from './ports.ts';

/** The default timeout of one attempt, in seconds. */
const DEFAULT_TIMEOUT_SECONDS = 30;
/** The version of built-in types, which change with the service. Packages have their own versions. */
const VERSION = '1.0.0';
const RESERVED_PORTS: readonly string[] = [DEFAULT_PORT, NEXT_PORT, ERROR_PORT];

type SchemaIn<Definition> = Definition extends { readonly configSchema: infer Schema } ? Schema : never;
type ProducesIn<Definition> = Definition extends { readonly produces: infer What } ? What : null;

/**
 * Describes a component type. The types of its config and its result, which its run code is checked against, are those
 * of the schema and of `produces`.
 *
 * @example
 * export const shout = defineComponent({
 *   type: 'shout',
 *   title: 'Shout',
 *   description: 'Writes a text in capital letters.',
 *   category: 'data',
 *   hasEffect: false,
 *   configSchema: {
 *     type: 'object',
 *     additionalProperties: false,
 *     required: ['text'],
 *     properties: { text: { type: 'string', title: 'Text', 'x-control': 'template', 'x-template': 'text' } },
 *   },
 *   produces: { name: 'shouted', type: 'TEXT' },
 * });
 */
export function defineComponent<const Definition extends ComponentDefinition>(definition: Definition) {
  const given: ComponentDefinition = definition;
  const { configSchema, category } = given;
  const produces = given.produces ?? null;
  const descriptor: ComponentDescriptor = {
    type: given.type,
    title: given.title,
    description: given.description,
    category,
    version: VERSION,
    configSchema,
    produces,
    isTrigger: given.trigger !== undefined,
    trigger: given.trigger ?? null,
    hasEffect: given.hasEffect,
    onlyComputes: given.onlyComputes === true,
    defaultTimeoutSeconds: given.timeoutSeconds === undefined ? DEFAULT_TIMEOUT_SECONDS : given.timeoutSeconds,
    limitsOwnTime: given.limitsOwnTime === true,
    setsSessionOutput: given.setsSessionOutput === true,
    startsSessions: given.startsSessions !== undefined,
    asks: given.asks ?? null,
    outputName: produces !== null && 'name' in produces ? produces.name : null,
    pinning: given.pinning ?? 'whole',
    preview: given.preview ?? null,
    newConfig: () => newConfigOf(configSchema, given.newConfig ?? {}),
    ports: (config) => portsOf(given.ports ?? [NEXT_PORT, ERROR_PORT], configSchema, config),
    outputs: (component) => outputsOf(produces, component),
    templates: (config) => sitesOf(configSchema, config).templates,
    programs: (config) => sitesOf(configSchema, config).programs.map(({ source }) => source),
    references: (config) => sitesOf(configSchema, config).references,
    operations: namesOperations(configSchema) ? (config) => usedOperationsOf(configSchema, config) : () => [],
    childValues: (config) => childValuesOf(configSchema, config),
    waitsForSessions: (config) => given.startsSessions?.waits(config) ?? false,
    needsOfTrigger: given.needsOfTrigger ?? null,
    boundToWorkflow: (config) => given.boundToWorkflow?.(config) ?? false,
    body: given.body ?? null,
    checkConfig: (config) => given.checkConfig?.(config) ?? [],
  };
  return descriptor as ComponentDescriptor<SchemaIn<Definition>, ProducesIn<Definition>>;
}

function portsOf(ports: Ports, schema: JsonSchema, config: JsonObject): string[] {
  if (!('list' in ports)) return [...ports];
  const { list, key, followedBy } = ports;
  const items = config[list] ?? defaultOf(schema, list);
  const named = Array.isArray(items)
    ? items.map((item: unknown) => (key !== undefined && isJsonObject(item) ? item[key] : item))
    : [];
  const reserved = key === undefined ? followedBy : RESERVED_PORTS;
  return [
    ...named.filter((port) => typeof port === 'string').filter((port) => !reserved.includes(port)),
    ...followedBy,
  ];
}

function defaultOf(schema: JsonSchema, property: string): unknown {
  return propertiesOf(schema)[property]?.['default'];
}

function outputsOf(produces: Produces | null, { config, output }: Pick<Component, 'config' | 'output'>): Field[] {
  if (produces === null) return [];
  if ('placeholdersFromConfig' in produces) return readFields(config[produces.placeholdersFromConfig]);
  return output === undefined || output === '' ? [] : [{ key: output, ...shapeOf(produces, config) }];
}

function shapeOf(
  produces: Exclude<Produces, { placeholdersFromConfig: string }>,
  config: JsonObject,
): Omit<Field, 'key'> {
  if ('shapeOf' in produces) return produces.shapeOf(config);
  if ('typeFromConfig' in produces) return readValueType(config);
  if ('fieldsFromConfig' in produces)
    return { type: 'OBJECT', fields: [...(produces.fields ?? []), ...readFields(config[produces.fieldsFromConfig])] };
  const { type, fields } = produces;
  return fields === undefined ? { type } : { type, fields: [...fields] };
}
