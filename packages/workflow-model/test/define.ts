import type { Definition } from '../src/index.ts';

/** `a>b` connects by next, `a:error>b` by the port named. */
export function define(ids: string, ...connections: string[]): Definition {
  return {
    components: [...ids].map((id) => ({ id, type: 'transform', config: {} })),
    connections: connections.map((text) => {
      const [, from = '', port = 'next', to = ''] = /^(\w)(?::(\w+))?>(\w)$/.exec(text) ?? [];
      return { from, port, to };
    }),
  };
}
