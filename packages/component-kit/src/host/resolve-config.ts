import {
  compileExpression,
  compileListPart,
  compilePart,
  compileUrlPart,
  handOver,
  oneAfterAnother,
  Room,
  type EvaluationScope,
} from '@workflow/expressions/evaluating';
import { asText, setOwn, StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import { compileWrittenText, writtenAs, type WrittenAs } from './compile-written-text.ts';
import { splitEntries } from './split-entries.ts';
import { chosenSchema, isFreeJson, propertiesOf, textTypeIn } from '../describe/config-sites.ts';
import type { Expression, JsonSchema, TemplateMode } from '../describe/config-types.ts';

type Resolved = Json | Expression | Resolved[] | { [key: string]: Resolved };
/** Resolves one part of a config. It returns `undefined` if the config does not have it and there is no default. */
type Resolve = (scope: EvaluationScope, room: Room) => Resolved | undefined | Promise<Resolved | undefined>;

/**
 * Resolves a config for one attempt, synchronously if nothing in it is asynchronous.
 * @throws StepFailure
 */
export type ConfigResolver = (scope: EvaluationScope) => Resolved | Promise<Resolved>;

/**
 * Prepares a config by its schema, once for all attempts. Templates and expressions are parsed when they are first
 * needed.
 */
export function compileConfig(schema: JsonSchema, config: JsonObject): ConfigResolver {
  const resolve = compileNode(schema, config, 'config');
  return (scope) => resolve(scope, new Room(scope.limits)) as Resolved | Promise<Resolved>;
}

function compileNode(
  possible: JsonSchema,
  given: Json | undefined,
  name: string,
  form: WrittenAs | null = writtenAs(possible['x-text-type'] as Json | undefined),
): Resolve {
  const schema = chosenSchema(possible, given);
  const control = schema['x-control'];
  const value = given ?? (schema['default'] as Json | undefined);
  if (control === 'expression') return bindExpression(value, name, schema['x-names'] as readonly string[] | undefined);
  if (value === undefined) return () => undefined;
  if (form !== null && typeof value === 'string') return compileWrittenText(value, form);
  if (control === 'template' || isFreeJson(schema))
    return compileTemplate(value, schema['x-template'] as TemplateMode | undefined);
  if (Array.isArray(value)) return compileItems(schema['items'] as JsonSchema | undefined, value, name);
  if (typeof value === 'object' && value !== null && schema['properties'] !== undefined && control !== 'fields')
    return compileObject(schema, value, name);
  return () => value;
}

function compileTemplate(value: Json, mode: TemplateMode = 'value'): Resolve {
  switch (mode) {
    case 'elsewhere':
      return () => value;
    case 'url':
      return compileUrlPart(String(value));
    case 'list':
      return compileListPart(value);
    case 'entries':
      return compileEntries(value);
    case 'text': {
      const compiled = compilePart(value);
      if (compiled === null) return () => asText(value);
      return (scope, room) => {
        const resolved = compiled(scope, room);
        return resolved instanceof Promise ? resolved.then(asText) : asText(resolved);
      };
    }
    default:
      return compilePart(value, mode === 'optional' ? { ifAbsent: null } : {}) ?? (() => value);
  }
}

/** Compiles a list of entries. Only commas in the author's text separate entries, not commas within a value. */
function compileEntries(value: Json): Resolve {
  const texts = Array.isArray(value) ? value : [value];
  const parts = texts.flatMap((text) => splitEntries(String(text))).map((entry) => compileListPart(entry));
  return (scope, room) =>
    oneAfterAnother(
      parts,
      (resolve) => resolve(scope, room) as Json[] | Promise<Json[]>,
      (lists) => lists.flat(),
    );
}

function bindExpression(value: Json | undefined, name: string, optional: readonly string[] = []): Resolve {
  if (value === undefined) return () => undefined;
  const source = String(value);
  const compiled = compileExpression(source, name, optional);
  return (scope): Expression =>
    Object.assign((names?: Readonly<JsonObject>) => compiled(names === undefined ? scope : withNames(scope, names)), {
      source,
      handOver: () => handOver(source, scope),
    });
}

/** Returns a scope with additional names, which take precedence over the placeholders. */
function withNames(scope: EvaluationScope, names: Readonly<JsonObject>): EvaluationScope {
  const placeholders = Object.assign(Object.create(null) as Record<string, Json>, scope.placeholders, names);
  return {
    placeholders,
    revealSecret: (name) => scope.revealSecret(name),
    addressOf: (component) => scope.addressOf(component),
    sandbox: scope.sandbox,
    owner: scope.owner,
    signal: scope.signal,
    limits: scope.limits,
  };
}

function compileItems(items: JsonSchema | undefined, value: Json[], name: string): Resolve {
  if (items === undefined || !mayHoldSites(items)) return () => value;
  const parts = value.map((item, index) => compileNode(items, item, `${name}[${index}]`));
  return (scope, room) =>
    oneAfterAnother(
      parts,
      (resolve) => resolve(scope, room),
      (values) => values as Resolved[],
    );
}

/** Compiles the properties that the schema names, and leaves others unchanged, because a draft may have more. */
function compileObject(schema: JsonSchema, value: JsonObject, name: string): Resolve {
  const required = new Set((schema['required'] ?? []) as string[]);
  const properties = Object.entries(propertiesOf(schema)).map(([key, property]) => ({
    key,
    resolve: compileNode(
      property,
      givenIn(value, key, property, required),
      `${name}.${key}`,
      formOf(property, schema, value),
    ),
  }));
  const otherProperties = Object.fromEntries(
    Object.entries(value).filter(([key]) => !properties.some((one) => one.key === key)),
  );
  return (scope, room) =>
    oneAfterAnother(
      properties,
      ({ resolve }) => resolve(scope, room),
      (values) => {
        const resolved: { [key: string]: Resolved } = { ...otherProperties };
        for (const [index, { key }] of properties.entries()) {
          const part = values[index];
          if (part !== undefined) setOwn(resolved as JsonObject, key, part as Json);
          else if (required.has(key)) throw new StepFailure('CONFIG_INVALID', `${name}.${key} is missing`);
        }
        return resolved;
      },
    );
}

/** Returns the form of a text in the property, if `x-text-of` names the property that determines it. */
function formOf(property: JsonSchema, schema: JsonSchema, value: JsonObject): WrittenAs | null {
  return writtenAs(textTypeIn(schema, property, value));
}

/** Returns the value. A missing required expression fails like an empty one when it is evaluated. */
function givenIn(
  value: JsonObject,
  key: string,
  property: JsonSchema,
  required: ReadonlySet<string>,
): Json | undefined {
  if (Object.hasOwn(value, key)) return value[key];
  return required.has(key) && property['x-control'] === 'expression' ? '' : undefined;
}

/** Returns true if values of the schema can have templates, expressions or defaults. */
function mayHoldSites(schema: JsonSchema): boolean {
  return ['properties', 'x-control', 'items', 'oneOf'].some((keyword) => schema[keyword] !== undefined);
}
