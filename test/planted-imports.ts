import {
  ACCOUNTS_LAYERS,
  CONSOLE_LAYERS,
  CONSOLE_PAGES,
  EXECUTOR_LAYERS,
  EXPRESSIONS_LAYERS,
  SANDBOX_LAYERS,
  HTTP_LAYERS,
  INGRESS_LAYERS,
  STORE_LAYERS,
} from '../scripts/import-rules.ts';
import { STORE_ENGINE, STORE_ORGANIZATION } from '../scripts/import-layers.ts';

/** A line that breaks the layer of a folder. The files of a package are in its `src`. */
function layer(folder: string, line: string): { rule: string; file: string; line: string } {
  const sources = folder.split('/').length === 2 ? `${folder}/src` : folder;
  return { rule: `layer of ${folder}`, file: `${sources}/planted.ts`, line };
}

/** A line that breaks each rule, and the file in which it is planted. */
export const VIOLATIONS: { rule: string; file: string; line: string }[] = [
  { rule: 'workflow-model imports nothing', file: 'packages/workflow-model/src/planted.ts', line: `import 'node:fs';` },
  layer('packages/api-types', `import '@workflow/validation';`),
  layer('packages/client', `import '@workflow/workflow-model';`),
  layer('packages/cli', `import '@workflow/workflow-model';`),
  { rule: 'owner of commander', file: 'packages/client/src/planted.ts', line: `import 'commander';` },
  layer('packages/placeholder-values', `import '@workflow/expressions';`),
  layer('packages/expressions', `import '@workflow/validation';`),
  layer('packages/due-times', `import '@workflow/session-store';`),
  layer('packages/outbound', `import '@workflow/session-store';`),
  layer('packages/outbound/src/s3', `import '../http/index.ts';`),
  layer('packages/outbound/src/checked-answers', `import '../http/index.ts';`),
  layer('packages/outbound/src/library-use', `import '../http/index.ts';`),
  layer('packages/outbound/src/http', `import '../oauth/index.ts';`),
  layer('packages/outbound/src/oauth', `import '../s3/index.ts';`),
  {
    rule: 'HTTP requests of components go through the kit',
    file: 'packages/credentials/src/planted.ts',
    line: `import '@workflow/outbound';`,
  },
  {
    rule: 'HTTP requests of components go through the kit',
    file: 'packages/components/src/delay/planted.ts',
    line: `import '@workflow/outbound/oauth';`,
  },
  { rule: 'layer of packages/outbound/src/mcp', file: 'packages/outbound/src/mcp/x.ts', line: `import '../s3/a.ts';` },
  layer('packages/apps', `import '@workflow/session-store';`),
  layer('packages/component-kit', `import '@workflow/components/descriptors';`),
  layer('packages/components', `import '@workflow/expressions';`),
  layer('packages/component-packages', `import '@workflow/session-store';`),
  {
    rule: 'ingress runs nothing of a package',
    file: 'services/ingress/src/workflows/planted.ts',
    line: `import '@workflow/component-packages/processes';`,
  },
  {
    rule: 'the program of a component process imports only its own files',
    file: 'packages/component-packages/src/inside/planted.ts',
    line: `import '@workflow/validation';`,
  },
  layer('packages/credentials', `import '@workflow/session-store';`),
  {
    rule: 'run code of components runs in the executor',
    file: 'services/ingress/src/planted.ts',
    line: `import '@workflow/credentials/runners';`,
  },
  {
    rule: 'run code of components runs in the executor',
    file: 'services/ingress/src/planted.ts',
    line: `import '@workflow/components/runners';`,
  },
  {
    rule: 'run code of components runs in the executor',
    file: 'packages/console/src/planted.ts',
    line: `import '@workflow/component-kit/run';`,
  },
  {
    rule: 'components import the kit',
    file: 'packages/components/src/delay/planted.ts',
    line: `import '@workflow/component-kit/host';`,
  },
  layer('packages/validation', `import '@workflow/session-store';`),
  layer('packages/service-bundles', `import '@workflow/workflow-model';`),
  layer('packages/sandbox', `import '@workflow/expressions';`),
  layer('packages/postgres-hosts', `import '@workflow/session-store';`),
  layer('packages/session-store', `import '@workflow/session-queue';`),
  layer('packages/file-store', `import '@workflow/session-queue';`),
  layer('packages/session-queue', `import '@workflow/session-store';`),
  layer('packages/service-runtime', `import '@workflow/validation';`),
  layer('services/ingress', `import '@workflow/local-stack';`),
  layer('services/executor', `import '@workflow/test-harness';`),
  ...Object.keys(STORE_LAYERS).map((folder) => ({
    rule: `layer of session-store/${folder}`,
    file: `packages/session-store/src/${folder}/planted.ts`,
    line: `import '../open-session-store.ts';`,
  })),
  ...Object.keys(STORE_ORGANIZATION).map((folder) => ({
    rule: `layer of session-store/${folder}`,
    file: `packages/session-store/src/${folder}/planted.ts`,
    line: `import '../${Object.keys(STORE_ENGINE).find((name) => !STORE_LAYERS[folder]!.includes(name))}/planted.ts';`,
  })),
  ...Object.keys(STORE_ENGINE).map((folder) => ({
    rule: 'the engine of session-store uses no Prisma',
    file: `packages/session-store/src/${folder}/planted.ts`,
    line: `import type { PrismaDb } from '../postgres/prisma-db.ts'; export type Planted = PrismaDb;`,
  })),
  {
    rule: 'the engine of session-store uses no Prisma',
    file: 'packages/session-store/src/queued/planted.ts',
    line: `import '@prisma/client';`,
  },
  {
    rule: 'layer of session-store/operations',
    file: 'packages/session-store/src/operations/planted.ts',
    line: `import '../execution/index.ts';`,
  },
  {
    rule: 'layer of session-store/management',
    file: 'packages/session-store/src/management/planted.ts',
    line: `import type { Execution } from '../execution/index.ts'; export type Planted = Execution;`,
  },
  {
    rule: 'no service imports a service',
    file: 'services/ingress/src/planted.ts',
    line: `import '../../executor/src/main.ts';`,
  },
  {
    rule: 'no service imports a service',
    file: 'packages/session-queue/src/planted.test.ts',
    line: `import '../../../services/ingress/src/main.ts';`,
  },
  {
    rule: 'layer of packages/console',
    file: 'packages/console/src/planted.tsx',
    line: `import '@workflow/session-store';`,
  },
  { rule: 'ui asks no API', file: 'packages/console/src/ui/planted.ts', line: `import '../api/queries/a.ts';` },
  ...Object.entries(CONSOLE_LAYERS).map(([folder, allowed]) => ({
    rule: `layer of packages/console/src/${folder}`,
    file: `packages/console/src/${folder}/planted.ts`,
    line: `import '../${Object.keys(CONSOLE_LAYERS).find((name) => ![folder, ...allowed].includes(name))}/a.ts';`,
  })),
  ...CONSOLE_PAGES.map((page) => ({
    rule: `page of the console: ${page}`,
    file: `packages/console/src/pages/${page}/panel/planted.ts`,
    line: `import '../../${CONSOLE_PAGES.find((name) => name !== page)}/planted.ts';`,
  })),
  {
    rule: 'a package is entered by its index',
    file: 'services/ingress/src/planted.ts',
    line: `import '@workflow/session-store/src/postgres/pool.ts';`,
  },
  {
    rule: 'a package is entered by its index',
    file: 'packages/validation/src/planted.ts',
    line: `import '../../workflow-model/src/definition.ts';`,
  },
  { rule: 'owner of express', file: 'services/executor/src/planted.ts', line: `import 'express';` },
  { rule: 'owner of prisma', file: 'services/ingress/src/planted.ts', line: `import '@prisma/client';` },
  { rule: 'owner of pg', file: 'services/executor/src/planted.ts', line: `import 'pg';` },
  { rule: 'owner of js-yaml', file: 'packages/components/src/convert/planted.ts', line: `import 'js-yaml';` },
  {
    rule: 'owner of openapi-upgrader',
    file: 'services/executor/src/planted.ts',
    line: `import '@scalar/openapi-upgrader';`,
  },
  { rule: 'owner of ai', file: 'packages/components/src/s3/planted.ts', line: `import 'ai';` },
  { rule: 'owner of aws4fetch', file: 'packages/file-store/src/planted.ts', line: `import 'aws4fetch';` },
  { rule: 'owner of nodemailer', file: 'packages/components/src/send-email/planted.ts', line: `import 'nodemailer';` },
  { rule: 'owner of mysql2', file: 'packages/components/src/database-query/planted.ts', line: `import 'mysql2';` },
  { rule: 'owner of bullmq', file: 'packages/session-store/src/planted.ts', line: `export { Queue } from 'bullmq';` },
  {
    rule: 'owner of bullmq',
    file: 'services/executor/src/planted.ts',
    line: `const redis = await import('ioredis'); redis.toString();`,
  },
  {
    rule: 'owner of ajv',
    file: 'services/ingress/src/planted.ts',
    line: `import type { Schema } from 'ajv'; export type Planted = Schema;`,
  },
  { rule: 'owner of pino', file: 'services/ingress/src/planted.ts', line: `import 'pino';` },
  { rule: 'owner of opentelemetry', file: 'services/ingress/src/planted.ts', line: `import '@opentelemetry/api';` },
  { rule: 'owner of pino-http', file: 'services/executor/src/planted.ts', line: `import 'pino-http';` },
  {
    rule: 'owner of better-auth',
    file: 'services/ingress/src/organization/planted.ts',
    line: `import { hashPassword } from 'better-auth/crypto'; void hashPassword('');`,
  },
  { rule: 'owner of better-auth', file: 'services/executor/src/planted.ts', line: `import 'better-auth';` },
  { rule: 'owner of undici', file: 'packages/components/src/http-request/planted.ts', line: `import 'undici';` },
  {
    rule: 'owner of modelcontextprotocol',
    file: 'services/ingress/src/runs/planted.ts',
    line: `import '@modelcontextprotocol/server';`,
  },
  { rule: 'owner of parsers of formats', file: 'services/executor/src/planted.ts', line: `import 'css-select';` },
  { rule: 'owner of jose', file: 'services/executor/src/planted.ts', line: `import 'jose';` },
  { rule: 'owner of feedsmith', file: 'services/executor/src/polls/planted.ts', line: `import 'feedsmith';` },
  { rule: 'owner of postal-mime', file: 'services/executor/src/polls/planted.ts', line: `import 'postal-mime';` },
  { rule: 'owner of imapflow', file: 'packages/components/src/mail/planted.ts', line: `import 'imapflow';` },
  { rule: 'owner of croner', file: 'packages/validation/src/planted.ts', line: `import 'croner';` },
  { rule: 'owner of cronstrue', file: 'packages/console/src/pages/planted.ts', line: `import 'cronstrue';` },
  { rule: 'owner of oauth4webapi', file: 'services/executor/src/planted.ts', line: `import 'oauth4webapi';` },
  { rule: 'owner of jsonata', file: 'packages/components/src/transform/planted.ts', line: `import 'jsonata';` },
  ...Object.keys(INGRESS_LAYERS).map((folder) => ({
    rule: `layer of services/ingress/src/${folder}`,
    file: `services/ingress/src/${folder}/planted.ts`,
    line: `import '../routes.ts';`,
  })),
  ...Object.keys(HTTP_LAYERS).map((folder) => ({
    rule: `layer of services/ingress/src/http/${folder}`,
    file: `services/ingress/src/http/${folder}/planted.ts`,
    line: `import '../register-routes.ts';`,
  })),
  ...Object.keys(ACCOUNTS_LAYERS).map((folder) => ({
    rule: `layer of services/ingress/src/accounts/${folder}`,
    file: `services/ingress/src/accounts/${folder}/planted.ts`,
    line: `import '../open-accounts.ts';`,
  })),
  layer('services/ingress/src/runs', `import '../open-store.ts';`),
  layer('services/executor/src/session', `import '../run-executor.ts';`),
  layer(
    'services/ingress/src/http',
    `import type { Waits } from '../runs/session-waits.ts'; export type Planted = Waits;`,
  ),
  {
    rule: 'layer of services/ingress/src/webhooks',
    file: 'services/ingress/src/webhooks/verification/planted.ts',
    line: `import '../../accounts/open-accounts.ts';`,
  },
  layer('services/ingress/src/intake', `import '../context.ts';`),
  ...Object.keys(EXECUTOR_LAYERS).map((folder) => ({
    rule: `layer of services/executor/src/${folder}`,
    file: `services/executor/src/${folder}/planted.ts`,
    line: `import '../main.ts';`,
  })),
  ...Object.keys(EXPRESSIONS_LAYERS).map((folder) => ({
    rule: `layer of packages/expressions/src/${folder}`,
    file: `packages/expressions/src/${folder}/planted.ts`,
    line: `import '../index.ts';`,
  })),
  ...Object.keys(SANDBOX_LAYERS).map((folder) => ({
    rule: `layer of packages/sandbox/src/${folder}`,
    file: `packages/sandbox/src/${folder}/planted.ts`,
    line: `import '../index.ts';`,
  })),
  layer('packages/expressions/src/evaluation', `import '../program/programs-entry.ts';`),
  { rule: 'owner of pino', file: 'services/executor/src/planted.ts', line: `import { pino } from 'pino'; pino();` },
];

/** Rules that are not about imports, by the rule's name in the linter. */
export const OTHER_VIOLATIONS: { rule: string; file: string; line: string }[] = [
  { rule: 'no-process-env', file: 'services/ingress/src/planted.ts', line: `export const port = process.env['PORT'];` },
  // An unhandled rejection ends the process.
  {
    rule: 'no-floating-promises',
    file: 'services/executor/src/planted.ts',
    line: `const save = (): Promise<void> => Promise.reject(new Error('full'));\nsave();`,
  },
  { rule: 'no-console', file: 'packages/session-queue/src/planted.ts', line: `console.log('here');` },
  {
    rule: 'parameter-properties',
    file: 'services/executor/src/planted.ts',
    line: `export class Planted { constructor(readonly port: number) {} }`,
  },
  {
    rule: 'no-namespace',
    file: 'services/executor/src/planted.ts',
    line: `namespace Planted { export const port = 1; }`,
  },
  // A cycle of types counts as well. These files keep their names, by which they import each other.
  {
    rule: 'no-cycle',
    file: 'services/executor/src/health/cycle-one.ts',
    line: `import type { Two } from './cycle-two.ts'; export interface One { two: Two | null }`,
  },
  {
    rule: 'no-cycle',
    file: 'services/executor/src/health/cycle-two.ts',
    line: `import type { One } from './cycle-one.ts'; export interface Two { one: One | null }`,
  },
  { rule: 'no-explicit-any', file: 'services/executor/src/planted.ts', line: `export const planted: any = 1;` },
];

/** Imports that the folders may have. */
export const LAWFUL: { file: string; line: string }[] = [
  {
    file: 'services/ingress/src/planted.ts',
    line: `import 'express'; import 'pino-http'; import '@workflow/session-store'; import './planted-next.ts';`,
  },
  {
    file: 'services/ingress/src/accounts/planted.ts',
    line: `import 'better-auth'; import '../context.ts'; import '../http/answer.ts'; import './open-accounts.ts';`,
  },
  { file: 'packages/outbound/src/http/planted.ts', line: `import 'undici';` },
  { file: 'packages/expressions/src/evaluation/planted.ts', line: `import 'jsonata';` },
  {
    file: 'packages/validation/src/planted.ts',
    line: `import '@workflow/expressions/parsing'; import '@workflow/components/descriptors';`,
  },
  { file: 'packages/components/src/delay/planted.ts', line: `import '@workflow/component-kit/run';` },
  { file: 'packages/session-store/src/planted.ts', line: `import 'pg'; import '@workflow/workflow-model';` },
  {
    file: 'packages/session-store/src/intake/planted.ts',
    line: `import '../postgres/sql.ts'; import '../queued/queued-states.ts';`,
  },
  { file: 'packages/workflow-model/src/planted.test.ts', line: `import 'node:fs';` },
];
