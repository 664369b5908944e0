import type { Client, ClientConfig } from 'pg';

/** Names of prepared statements by their text, the same on all connections of this process. */
const names = new Map<string, string>();
/** Maximum number of prepared texts. BullMQ has about thirty, and each connection prepares those that it sends. */
const MAX_NAMES = 200;

/**
 * Returns a client class that prepares each statement with values. BullMQ sends about nine statements for one job,
 * which PostgreSQL would otherwise parse and plan each time. A queue uses no pooler, so the prepared statements remain
 * valid.
 */
export function preparingClient(Base: typeof Client): typeof Client {
  return class PreparingClient extends Base {
    constructor(config?: string | ClientConfig) {
      super(config);
      const send = this.query.bind(this) as (...args: unknown[]) => unknown;
      this.query = ((...args: unknown[]) => send(...withStatementName(args))) as typeof this.query;
    }
  };
}

/** Adds a name to a statement. A text without values may contain several statements, which cannot be prepared. */
function withStatementName(args: unknown[]): unknown[] {
  const [text, values] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MAX_NAMES) return args;
    name = `queue_${names.size}`;
    names.set(text, name);
  }
  return [{ name, text }, ...args.slice(1)];
}
