import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '@workflow/test-harness';
import { check } from '../check.ts';
import { docker, image, inImage, inspect } from './docker.ts';

const DOCKERFILE = join(import.meta.dirname, '../../../deploy/Dockerfile');
const base = /^FROM (\S+)/m.exec(readFileSync(DOCKERFILE, 'utf8'))![1]!;
const MAX_MEGABYTES = 50;

check(`the image is at most ${MAX_MEGABYTES} MB larger than its base`, () => {
  const megabytes = (Number(inspect(image, '{{ .Size }}')) - Number(inspect(base, '{{ .Size }}'))) / 1e6;
  process.stderr.write(`the image is ${Math.round(megabytes)} MB larger than ${base}\n`);
  assert.ok(megabytes <= MAX_MEGABYTES, `${megabytes} MB`);
});

check('it starts with tini, as a user by number', () => {
  assert.equal(inspect(image, '{{ json .Config.Entrypoint }}'), '["/usr/bin/tini","-s","--"]');
  assert.equal(inspect(image, '{{ .Config.User }}'), '1000:1000');
  assert.equal(inImage('id', '-u'), '1000');
});

check('it holds bundles, the console and the migrations: no sources, no packages, nothing that only tests need', () => {
  const files = inImage('find', '/app', '-type', 'f').split('\n');
  for (const file of ['services/ingress/dist/main.js', 'packages/console/dist/index.html', 'prisma/schema.prisma'])
    assert.ok(files.includes(`/app/${file}`), file);
  const known = /^\/app\/(?:(?:services|packages)\/[\w-]+\/(?:dist\/.+|package\.json)|prisma\/.+|sbom\.cdx\.json)$/;
  assert.deepEqual(
    files.filter((file) => !known.test(file)),
    [],
  );
});

check('its bill of materials lists what runs and nothing else', () => {
  const { bomFormat, components } = JSON.parse(inImage('cat', '/app/sbom.cdx.json')) as {
    bomFormat: string;
    components: { name: string; group?: string }[];
  };
  assert.equal(bomFormat, 'CycloneDX');
  const names = new Set(components.map(({ name, group }) => (group === undefined ? name : `${group}/${name}`)));
  for (const name of ['express', 'bullmq', 'ioredis', 'pg', 'undici']) assert.ok(names.has(name), name);
  for (const name of ['jest', 'vite', 'oxlint', 'testcontainers']) assert.ok(!names.has(name), name);
});

/** Below the deadline of a shutdown (15 s) and of the kill (30 s), with a margin for a loaded machine. */
const AT_ONCE_MS = 10_000;
const MOMENTS_MS = [0, 500, 2_000];
/** The service creates this file when it handles signals. Process 1 would ignore a signal before its first line. */
const HANDLES_SIGNALS = '/tmp/handles-signals';
const REPORT_HANDLED_SIGNALS = `import { writeFileSync } from 'node:fs';
  process.on('newListener', (name) => name === 'SIGINT' && writeFileSync('${HANDLES_SIGNALS}', ''));`;

/** Starts a service that finds no database, so that it does not finish its start. @returns the container's id */
function startService(entrypoint: string, ...command: string[]): string {
  const settings = {
    DATABASE_URL: 'postgresql://nobody:nothing@192.0.2.1:5432/nowhere',
    DATABASE_CONNECT_TIMEOUT_MS: '60000',
    SECRETS_KEY: '00'.repeat(32),
    AUTH_SECRET: 'x'.repeat(40),
  };
  return docker(
    ...['run', '--detach', '--read-only', '--tmpfs', '/tmp', '--entrypoint', entrypoint],
    ...Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...[image, ...command],
  );
}

async function endsAtOnce(id: string): Promise<void> {
  try {
    const since = performance.now();
    docker('stop', '--time', '30', id);
    const tookMs = performance.now() - since;
    const lines = docker('logs', '--tail', '5', id).slice(-1_000);
    assert.ok(tookMs < AT_ONCE_MS, `it took ${Math.round(tookMs)} ms: ${lines}`);
    assert.ok(['0', '143'].includes(inspect(id, '{{ .State.ExitCode }}')), lines);
  } finally {
    docker('rm', '--force', id);
  }
}

for (const program of ['services/ingress/dist/main.js', 'services/executor/dist/main.js']) {
  for (const afterMs of MOMENTS_MS) {
    check(`${program} ends immediately on SIGTERM ${afterMs} ms after the container started`, async () => {
      const id = startService('/usr/bin/tini', '-s', '--', 'node', program);
      await wait(afterMs);
      await endsAtOnce(id);
    });
  }
  check(`${program} ends immediately on SIGTERM as process 1, as soon as it can handle it`, async () => {
    const id = startService(
      'node',
      '--import',
      `data:text/javascript,${encodeURIComponent(REPORT_HANDLED_SIGNALS)}`,
      program,
    );
    await waitFor(() => docker('exec', id, 'cat', HANDLES_SIGNALS) === '', { what: 'a handler' });
    await endsAtOnce(id);
  });
}
