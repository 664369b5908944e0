import type { Client, ClientConfig } from 'pg';

/** Names of prepared statements by their text, the same on all connections of this process. */
const names = new Map<string, string>();
/** BullMQ has about thirty texts, and each connection prepares those that it sends. Further texts are not prepared. */
const MAX_NAMES = 200;

/**
 * Returns a client class that prepares each statement with values. BullMQ sends about nine statements for a single job,
 * which PostgreSQL would otherwise parse and plan each time. A queue uses no pooler, so the prepared statements stay
 * valid.
 */
export function preparingClient(Base: typeof Client): typeof Client {
  return class PreparingClient extends Base {
    constructor(config?: string | ClientConfig) {
      super(config);
      const send = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((...given: unknown[]) => send(...named(given))) as typeof this.query;
    }
  };
}

/** Names a statement. A text without values may contain several statements, which cannot be prepared. */
function named(given: unknown[]): unknown[] {
  const [text, values] = given;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return given;
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MAX_NAMES) return given;
    name = `queue_${names.size}`;
    names.set(text, name);
  }
  return [{ name, text }, ...given.slice(1)];
}
