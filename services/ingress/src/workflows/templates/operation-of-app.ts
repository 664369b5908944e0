import type { Field, JsonObject } from '@workflow/workflow-model';

/**
 * Returns the config of a component that calls an operation of an app in the directory. The app is chosen later, and
 * until then a TEST run uses the stand-in of the component.
 * @param body the type of the body of an answer, as the document of the app describes it
 */
export function operationOfApp(directory: string, action: string, given: JsonObject, body: Omit<Field, 'key'>) {
  const fields: Field[] = [
    { key: 'status', type: 'NUMBER' },
    { key: 'headers', type: 'JSON' },
    { key: 'body', ...body },
  ];
  const returns = { type: 'OBJECT', fields: fields as unknown as JsonObject[] };
  return { app: '', version: 1, action, arguments: given, directory, returns } satisfies JsonObject;
}

/** Returns an optional field. */
export function maybe(key: string, type: Field['type'], more: Partial<Field> = {}): Field {
  return { key, type, optional: true, ...more };
}
