/**
 * Binds the first argument of operations, so that a folder's `index.ts` names each operation once.
 *
 * @example const on = operationsOn(sql);
 *   return { claim: on(claimSession) };
 */
export function operationsOn<Target>(target: Target) {
  return <Args extends unknown[], Result>(operation: (target: Target, ...args: Args) => Result) =>
    (...args: Args): Result =>
      operation(target, ...args);
}
