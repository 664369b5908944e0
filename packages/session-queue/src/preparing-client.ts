import type { Client, ClientConfig } from 'pg';

/** The same text has the same name on all connections of this process. */
const names = new Map<string, string>();
/** BullMQ has some thirty texts; each connection keeps those that it sent. Further ones are not prepared. */
const MAX_NAMES = 200;

/**
 * A client that prepares each statement which comes with values. BullMQ sends about nine for a job that comes alone,
 * and PostgreSQL would parse and plan each of them anew. Nothing between client and server forgets them: a queue takes
 * no pooler.
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

/** A text without values may be several statements, which cannot be prepared. */
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
