import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import openapiTypes, { astToString } from 'openapi-typescript';
import { check } from './check.ts';
import { startHttpSystem, type HttpSystem } from './http-system.ts';

const BIN = join(import.meta.dirname, 'node_modules/.bin');

let http: HttpSystem;

before(async () => {
  http = await startHttpSystem();
});
after(() => http.stop());

/** Runs a program of this folder to its end. @throws with all output unless it succeeds */
function succeeds(program: string, ...options: string[]): void {
  const { status, stdout, stderr } = spawnSync(join(BIN, program), options, {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  assert.equal(status, 0, stdout + stderr);
}

check('redocly has no warning but for the address of a local start and the license', () => {
  const config = join(http.folder, 'redocly.yaml');
  writeFileSync(config, 'extends: [recommended]\nrules:\n  info-license: off\n  no-server-example.com: off\n');
  succeeds('redocly', 'lint', http.documentFile, '--config', config, '--max-problems', '50');
  const { stderr } = spawnSync(join(BIN, 'redocly'), ['lint', http.documentFile, '--config', config], {
    encoding: 'utf8',
  });
  assert.doesNotMatch(stderr, /You have \d+ warning/);
});

check('spectral has no warning', () => {
  const rules = join(http.folder, 'spectral.yaml');
  writeFileSync(rules, 'extends: ["spectral:oas"]\nrules:\n  info-contact: off\n');
  succeeds('spectral', 'lint', '--ruleset', rules, '--fail-severity', 'warn', http.documentFile);
});

check('swagger-parser takes the document', async () => {
  await SwaggerParser.validate(http.documentFile);
});

check('a strict program over types of openapi-typescript compiles, as its defaults make them', async () => {
  const types = astToString(await openapiTypes(JSON.stringify(http.document)));
  writeFileSync(join(http.folder, 'api.d.ts'), types);
  writeFileSync(
    join(http.folder, 'program.ts'),
    `import type { components, operations, paths } from './api';
    type Run = components['schemas']['RunRequest'];
    export const least: Run = { workflowId: 'w', componentId: 'c' };
    export const whole: Run = { ...least, mode: 'TEST', placeholderValues: { 'customer.name': 'Ann', total: 1 } };
    export const statuses: paths['/v1/sessions']['get']['parameters']['query'] = { status: ['FAILED', 'WAITING'] };
    type Session = components['schemas']['Session'];
    export const parentOf = (session: Session): string | null => session.parentId;
    export type Refused = operations['listSessions']['responses'][429]['headers']['Retry-After'];
    `,
  );
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  };
  writeFileSync(join(http.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  succeeds('tsc', '--project', http.folder);
});
