import { AppContext } from '../../src/context.ts';
import { startIngress } from '../../src/start-ingress.ts';
import type { TestIngress } from '../start-test-ingress.ts';

export interface SecondReplica {
  fetch(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<{ status: number }>;
  stop(): Promise<void>;
}

/** Another ingress on the same database, with its own caches. */
export async function startSecondReplica(of: TestIngress): Promise<SecondReplica> {
  const ingress = await startIngress(AppContext.fromConfig(of.context.config, { log: of.context.log }));
  return {
    fetch: async (method, path, headers, body) => {
      const response = await fetch(`http://127.0.0.1:${ingress.port}${path}`, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      await response.arrayBuffer();
      return { status: response.status };
    },
    stop: () => ingress.stop(5_000),
  };
}
