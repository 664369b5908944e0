import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'rolldown';

const TEXT = /"(?<base64>[\w+/]{1000,}=*)"/;

/**
 * Writes Prisma's query compiler, which is a base64 text in a module, as a file of its bytes. The file is a quarter
 * smaller, and a service does not parse and retain a text of megabytes. `Buffer.from(wasm, 'base64')` accepts the
 * result of `valueOf`, and uses separate memory without copying it. The file is read when it is compiled, and nothing
 * retains it.
 */
export function unpackWebAssembly(): Plugin {
  return {
    name: 'unpack-web-assembly',
    load: {
      filter: { id: /\.wasm-base64\.m?js$/ },
      async handler(id) {
        const base64 = TEXT.exec(await readFile(id, 'utf8'))?.groups?.['base64'];
        if (base64 === undefined) throw new Error(`${id} has no WebAssembly in base64`);
        const fileName = basename(id).replace(/-base64\.m?js$/, '');
        this.emitFile({ type: 'asset', fileName, source: Buffer.from(base64, 'base64') });
        return `import { readFileSync } from 'node:fs';
const file = new URL('./${fileName}', import.meta['url']);
function read() {
  const bytes = readFileSync(file);
  return bytes.length === bytes.buffer.byteLength ? bytes.buffer : bytes;
}
export const wasm = { valueOf: read };
`;
      },
    },
  };
}
