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

/** The body of a route's success answer, or undefined if it has none. */
export type AnswerOf<Name extends Method, Path extends PathsOf<Name>> =
  OperationOf<Name, Path> extends { answer: infer Answer } ? Answer : undefined;

/**
 * The input of a route: parameters of the path, query, headers and body. Each is present if the route has it, and
 * optional if all of its fields are.
 *
 * @example
 * const call: RequestOf<'GET', '/v1/sessions/{id}'> = { path: { id: '0197…' } };
 */
export type RequestOf<Name extends Method, Path extends PathsOf<Name>> = Omit<OperationOf<Name, Path>, 'answer'>;
