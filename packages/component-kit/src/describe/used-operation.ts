import type { JsonObject } from '@workflow/workflow-model';
import { propertiesOf } from './config-sites.ts';
import type { JsonSchema, OperationAnnotation, ReferenceAnnotation } from './config-types.ts';

/** An operation of an app that a config names, and the arguments that it passes. */
export interface UsedOperation {
  appId: string;
  version: number;
  key: string;
  /** The credential that the config names instead of the app's own; '' if it is not chosen yet. */
  credential: string | null;
  /** The types of credentials that sign in a call. */
  credentialTypes: readonly string[];
  /** `pointer` is a JSON pointer within the config. */
  arguments: { pointer: string; given: JsonObject };
  /** The name of the property in which the service stores the type of the output. */
  returns: string;
}

/** Reads the operation by the `x-operation` of the schema. Returns null if the config names none yet. */
export function usedOperationOf(schema: JsonSchema, config: JsonObject): UsedOperation | null {
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    const annotation = property['x-operation'] as OperationAnnotation | undefined;
    if (annotation === undefined) continue;
    const { [annotation.app]: appId, [annotation.version]: version, [annotation.action]: key } = config;
    if (typeof appId !== 'string' || typeof version !== 'number' || typeof key !== 'string') return null;
    const credential = config[annotation.credential];
    const reference = propertiesOf(schema)[annotation.credential]?.['x-reference'] as ReferenceAnnotation | undefined;
    const given = config[name];
    return {
      appId,
      version,
      key,
      credential: typeof credential === 'string' ? credential : null,
      credentialTypes: reference?.types ?? [],
      arguments: {
        pointer: `/${name}`,
        given: typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {},
      },
      returns: annotation.returns,
    };
  }
  return null;
}
