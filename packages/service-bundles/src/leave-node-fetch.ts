import * as http from 'node:http';
import type { Plugin } from 'rolldown';

const ID = 'node-http-without-fetch';
/** The exports for which Node.js loads its own `fetch`, with its HTTP client and parser. */
const BY_FETCH = new Set(['WebSocket', 'CloseEvent', 'MessageEvent']);

/**
 * Prevents that Node.js loads its own `fetch`. An `import` of `node:http` reads all its exports, and Node.js then loads
 * `fetch`: 4 MiB that a service does not need. A bundle reads the names from the object that `require` would return.
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
