import { objectOrEmpty, pointerToken, type Json, type JsonObject } from '@workflow/workflow-model';
import { objectAmong, propertiesOf } from './config-sites.ts';
import type { JsonSchema, OperationAnnotation, ReferenceAnnotation } from './config-types.ts';

/** An operation of an app that a config names. */
export interface UsedOperation {
  appId: string;
  version: number;
  key: string;
  /** JSON pointers within the config to the fields that name it. */
  pointers: { app: string; version: string; action: string };
  /** The credential that the config names instead of the app's credential. */
  credential: string | null;
  /** The types of credentials that can authenticate a call. */
  credentialTypes: readonly string[];
  /**
   * The arguments that the config passes, with their JSON pointer within the config. Null if they are chosen when the
   * operation is called.
   */
  arguments: { pointer: string; given: JsonObject } | null;
  /** The name of the property in which the service stores the type of the output. Null if it is not stored. */
  returns: string | null;
}

/** Returns the operations that a config names, found by the `x-operation` of its schema, in their order. */
export function usedOperationsOf(schema: JsonSchema, value: Json | undefined): UsedOperation[] {
  return [...operationsIn(schema, value, '')];
}

/** Returns true if configs of the schema can name operations. */
export function namesOperations(schema: JsonSchema): boolean {
  return JSON.stringify(schema).includes('"x-operation"');
}

function* operationsIn(given: JsonSchema, value: Json | undefined, pointer: string): Generator<UsedOperation> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    const items = given['items'] as JsonSchema | undefined;
    if (items !== undefined)
      for (const [index, item] of value.entries()) yield* operationsIn(items, item, `${pointer}/${index}`);
    return;
  }
  const schema = objectAmong(given) ?? given;
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const annotation = property['x-operation'] as OperationAnnotation | undefined;
    if (annotation === undefined) yield* operationsIn(property, value[name], `${pointer}/${pointerToken(name)}`);
    else yield* namedBy(annotation, { schema, config: value, name, pointer });
  }
}

interface Place {
  schema: JsonSchema;
  config: JsonObject;
  /** The name of the annotated property. */
  name: string;
  pointer: string;
}

function* namedBy(annotation: OperationAnnotation, { schema, config, name, pointer }: Place): Generator<UsedOperation> {
  const { [annotation.app]: appId, [annotation.version]: version, [annotation.action]: action } = config;
  if (typeof appId !== 'string' || typeof version !== 'number') return;
  const credential = config[annotation.credential];
  const reference = propertiesOf(schema)[annotation.credential]?.['x-reference'] as ReferenceAnnotation | undefined;
  const given = config[name];
  const at = (property: string) => `${pointer}/${property}`;
  const shared = {
    appId,
    version,
    // An empty text is not chosen yet.
    credential: typeof credential === 'string' && credential !== '' ? credential : null,
    credentialTypes: reference?.types ?? [],
    arguments:
      name === annotation.action
        ? null
        : {
            pointer: at(name),
            given: objectOrEmpty(given),
          },
    returns: annotation.returns ?? null,
  };
  const keys = Array.isArray(action) ? action : [action];
  for (const [index, key] of keys.entries()) {
    const named = Array.isArray(action) ? `${at(annotation.action)}/${index}` : at(annotation.action);
    const pointers = { app: at(annotation.app), version: at(annotation.version), action: named };
    if (typeof key === 'string') yield { ...shared, key, pointers };
  }
}
