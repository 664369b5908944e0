import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Published {
  tarball: Buffer;
  integrity: string;
}

/** An npm registry on 127.0.0.1 with the packages that a test publishes. */
export interface LocalRegistry {
  url: string;
  /** The requested paths, each with its `Authorization` header. */
  requests: { path: string; authorization: string | undefined }[];
  /** @param integrity of another tarball, as a malicious registry names it */
  publish(name: string, version: string, tarball: Buffer, integrity?: string): void;
  stop(): void;
}

export async function startLocalRegistry(): Promise<LocalRegistry> {
  const packages = new Map<string, Map<string, Published>>();
  const requests: LocalRegistry['requests'] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, authorization: headers.authorization });
    const path = decodeURIComponent(url.slice(1));
    const [, name = '', version = ''] = /^((?:@[^/]+\/)?[^/]+)\/-\/([^/]+)\.tgz$/.exec(path) ?? [];
    const tarball = packages.get(name)?.get(version)?.tarball;
    const versions = packages.get(path);
    if (tarball === undefined && versions === undefined) response.writeHead(404).end('{}');
    else response.end(tarball ?? JSON.stringify({ name: path, versions: describe(path, versions!) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const describe = (name: string, versions: ReadonlyMap<string, Published>) =>
    Object.fromEntries(
      [...versions].map(([version, { integrity }]) => [
        version,
        { name, version, dist: { integrity, tarball: `${url}/${name}/-/${version}.tgz` } },
      ]),
    );
  return {
    url,
    requests,
    publish(name, version, tarball, integrity = integrityOf(tarball)) {
      const versions = packages.get(name) ?? new Map<string, Published>();
      packages.set(name, versions.set(version, { tarball, integrity }));
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}
