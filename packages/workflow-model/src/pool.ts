/**
 * The executor pool of sessions whose workflow and organization name none, and of executors without `EXECUTOR_POOL`.
 */
export const DEFAULT_POOL = 'default';

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** The pattern of the names of executor pools. */
export const POOL_NAME = NAME.source;

/** Returns true if executors may have a pool of this name. */
export function isPoolName(text: string): boolean {
  return NAME.test(text);
}
