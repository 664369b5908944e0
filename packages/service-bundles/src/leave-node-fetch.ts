import * as http from 'node:http';
import type { Plugin } from 'rolldown';

const ID = 'node-http-without-fetch';
/** What Node.js loads its own `fetch` for, with the HTTP client and the parser that belong to it. */
const BY_FETCH = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);

/**
 * An `import` of `node:http` reads everything that it exports, and with it Node.js loads its own `fetch`: 4 MiB that a
 * service does not need. A bundle takes the names from the object that `require` would give.
 */
export function leaveNodeFetch(): Plugin {
  return {
    name: 'leave-node-fetch',
    resolveId: {
      filter: { id: /^(?:node:)?http$/ },
      handler: (_source, _importer, { kind }) => (kind === 'import-statement' ? ID : null),
    },
    load: {
      filter: { id: /^node-http-without-fetch$/ },
      handler: () => {
        const names = Object.keys(http).filter((name) => name !== 'default' && !BY_FETCH.has(name));
        return `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;
`;
      },
    },
  };
}
