import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { findMistyped } from './mistyped-variables.ts';

const rows = readFileSync(join(import.meta.dirname, '../../../docs/environment.md'), 'utf8').matchAll(
  /^\| `([A-Z0-9_]+)` \| .*? \| (.*?) \|/gm,
);
const variables = [...rows].map(([, name, readBy]) => ({ name: name!, readBy: readBy! }));
const known = (service: string) =>
  new Set(variables.filter(({ readBy }) => readBy.includes(service)).map(({ name }) => name));

test.each([
  ['DATABSE_URL', 'did you mean DATABASE_URL?'],
  ['database_url', 'did you mean DATABASE_URL?'],
  ['SECRET_KEY', 'did you mean SECRETS_KEY?'],
  ['SECRETS_KEY_PREVIUOS', 'did you mean SECRETS_KEY_PREVIOUS?'],
  ['LOGLEVEL', 'did you mean LOG_LEVEL?'],
  ['REDIS-URL', 'did you mean REDIS_URL?'],
  ['DATABASE_POOL', 'did you mean DATABASE_POOL_SIZE?'],
  ['PUBLIC_WEBHOOKS_URL', 'did you mean PUBLIC_WEBHOOK_URL?'],
  ['DATABASE_URL_FIL', 'did you mean DATABASE_URL_FILE?'],
  ['PORT_FILE', 'PORT cannot be read from a file'],
])('%s is named', (name, hint) => {
  expect(findMistyped(['HOME', name, 'PATH'], known('ingress'))).toEqual([`${name} is not known: ${hint}`]);
});

test('warns neither about variables of other programs nor about those of the other services', () => {
  const usual = [
    ...['HOME', 'HOSTNAME', 'PATH', 'PWD', 'SHLVL', 'TERM', 'USER', 'LANG', 'TZ', 'NODE_ENV', 'NODE_OPTIONS'],
    ...['KUBERNETES_PORT', 'KUBERNETES_SERVICE_HOST', 'REDIS_PORT', 'REDIS_SERVICE_PORT', 'POSTGRES_PORT', 'POSTS'],
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'PGHOST', 'PGSSLROOTCERT', 'NODE_EXTRA_CA_CERTS', 'npm_config_cache'],
    ...['WORKFLOW_INGRESS_SERVICE_HOST', 'WORKFLOW_INGRESS_PORT', 'OTEL_RESOURCE_ATTRIBUTES', 'REDIS_HOST'],
    ...['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_EXPORTER_OTLP_CERTIFICATE', 'OTEL_LOG_LEVEL'],
    ...['OTEL_EXPORTER_OTLP_COMPRESSION', 'OTEL_TRACES_EXPORTER', 'OTEL_SDK_DISABLED', 'OTEL_PROPAGATORS'],
  ];
  expect(variables.length).toBeGreaterThan(80);
  for (const service of ['ingress', 'executor'])
    expect(findMistyped([...usual, ...variables.map(({ name }) => name)], known(service))).toEqual([]);
});
