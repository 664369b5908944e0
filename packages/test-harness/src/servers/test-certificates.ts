import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Paths of PEM files. */
interface TestCertificates {
  authority: string;
  certificate: string;
  key: string;
  remove(): void;
}

/** Creates an untrusted certificate authority and a certificate for `localhost` that it signed. */
export function makeTestCertificates(): TestCertificates {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-certificates-'));
  const openssl = (...command: string[]) => execFileSync('openssl', command, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-days', '2', '-subj', '/CN=Test authority');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  const sign = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names', '-days', '2'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.crt', ...sign);
  chmodSync(folder, 0o755);
  return {
    authority: join(folder, 'ca.crt'),
    certificate: join(folder, 'server.crt'),
    key: join(folder, 'server.key'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
