import type { Operations, Schemas } from './operations.ts';

export type { Operations, Schemas };

/** A method that routes have. */
export type Method = keyof Operations extends `${infer Name} ${string}` ? Name : never;

/** The paths that have routes of a method, as OpenAPI writes them. */
export type PathsOf<Name extends Method> = keyof Operations extends infer Key
  ? Key extends `${Name} ${infer Path}`
    ? Path
    : never
  : never;

/** The route of a method and a path. */
export type OperationOf<Name extends Method, Path extends PathsOf<Name>> = Operations[`${Name} ${Path}` &
  keyof Operations];

/** The body of a route's good answer; undefined when it has none. */
export type AnswerOf<Name extends Method, Path extends PathsOf<Name>> =
  OperationOf<Name, Path> extends { answer: infer Answer } ? Answer : undefined;

/**
 * What a call of a route sends: parameters of the path, the query and headers, and the body, each there when the route
 * has it, and optional where everything in it is.
 *
 * @example
 * const call: RequestOf<'GET', '/v1/sessions/{id}'> = { path: { id: '0197…' } };
 */
export type RequestOf<Name extends Method, Path extends PathsOf<Name>> = Omit<OperationOf<Name, Path>, 'answer'>;
