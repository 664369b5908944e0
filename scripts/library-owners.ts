const inPackages = (...names: string[]): string[] => names.map((name) => `packages/${name}/**`);
const HARNESS = inPackages('test-harness', 'local-stack');

/** Libraries that one folder owns. Other code uses the owner's functions. */
export const OWNERS: { name: string; imports: string; owners: string[]; reason: string }[] = [
  {
    name: 'express',
    imports: '^express($|/)',
    owners: ['services/ingress/**'],
    reason: 'Only services/ingress speaks HTTP to callers; everything else stays usable without express.',
  },
  {
    name: 'commander',
    imports: '^commander($|/)',
    owners: ['packages/cli/**'],
    reason: 'packages/cli alone is a command line of many commands.',
  },
  {
    name: 'prisma',
    imports: '^(@prisma/|prisma($|/))',
    owners: ['packages/session-store/**'],
    reason:
      'packages/session-store alone owns Prisma: others use its named operations, so that each statement has ' +
      'one place.',
  },
  {
    name: 'pg',
    imports: '^pg($|-)',
    owners: [...inPackages('postgres-hosts', 'session-store', 'session-queue', 'credentials'), ...HARNESS],
    reason: 'SQL lives in packages/session-store (session-queue uses NOTIFY, postgres-hosts asks for a role).',
  },
  {
    name: 'ai',
    imports: '^(ai|@ai-sdk)($|/)',
    owners: ['packages/components/src/{ask-model,agent,models}/**'],
    reason: 'Models are asked by the components ask-model and agent, whose requests leave by packages/outbound.',
  },
  {
    name: 'js-yaml',
    imports: '^js-yaml($|/)',
    owners: ['packages/apps/**'],
    reason: 'Documents of several megabytes are read by packages/apps; packages/components reads YAML with yaml.',
  },
  {
    name: 'openapi-upgrader',
    imports: '^@scalar/',
    owners: ['packages/apps/**'],
    reason: 'OpenAPI documents are read by packages/apps, in data processes.',
  },
  {
    name: 'aws4fetch',
    imports: '^aws4fetch($|/)',
    owners: ['packages/outbound/src/s3/**', ...HARNESS],
    reason: 'Requests of S3 are signed in packages/outbound/src/s3, for files and for workflows.',
  },
  {
    name: 'nodemailer',
    imports: '^nodemailer($|/)',
    owners: ['packages/credentials/**', 'services/ingress/**'],
    reason:
      'Mails of workflows leave by packages/credentials, at addresses that workflows may reach, and those of ' +
      'accounts by services/ingress.',
  },
  {
    name: 'mysql2',
    imports: '^mysql2($|/)',
    owners: ['packages/credentials/**'],
    reason: 'Databases of workflows are reached by packages/credentials, at addresses that workflows may reach.',
  },
  {
    name: 'bullmq',
    imports: '^(bullmq|ioredis)($|/)',
    owners: ['packages/session-queue/**', ...HARNESS],
    reason: 'packages/session-queue alone knows bullmq and ioredis, so that both backends stand behind one interface.',
  },
  {
    name: 'ajv',
    imports: '^ajv($|[-/])',
    owners: ['packages/validation/**'],
    reason: 'packages/validation alone compiles JSON Schemas, so that every entry point refuses with the same words.',
  },
  {
    name: 'pino',
    imports: '^pino($|/|-[^h])',
    owners: ['packages/service-runtime/**'],
    reason: 'Loggers are made in packages/service-runtime, where secrets are redacted.',
  },
  {
    name: 'better-auth',
    imports: '^(better-auth|@better-auth)($|/)',
    owners: ['services/ingress/src/accounts/**'],
    reason:
      'Accounts are behind services/ingress/src/accounts; the rest of the service knows callers, not the library.',
  },
  {
    name: 'modelcontextprotocol',
    imports: '^@modelcontextprotocol/',
    owners: ['services/ingress/src/mcp/**', 'packages/outbound/src/mcp/**'],
    reason: 'services/ingress/src/mcp serves models, and packages/outbound/src/mcp calls tools of other servers.',
  },
  {
    name: 'oauth4webapi',
    imports: '^oauth4webapi($|/)',
    owners: ['packages/outbound/src/oauth/**'],
    reason: 'Authorization servers are asked by packages/outbound/src/oauth, whose requests leave by its HTTP client.',
  },
  {
    name: 'undici',
    imports: '^undici($|/)',
    owners: ['packages/outbound/src/http/**', ...inPackages('file-store')],
    reason: 'Requests of workflows leave through packages/outbound, which checks their addresses.',
  },
  {
    name: 'jsonata',
    imports: '^jsonata($|/)',
    owners: ['packages/expressions/**', 'packages/validation/src/flow/**'],
    reason:
      'Expressions are parsed and evaluated in packages/expressions under its limits, previews of the editor too; ' +
      'flow keys are computed in packages/validation/src/flow.',
  },
  {
    name: 'croner',
    imports: '^croner($|/)',
    owners: ['packages/due-times/**'],
    reason: 'Cron patterns are read in packages/due-times, so that form, check and dispatcher agree on each due time.',
  },
  {
    name: 'cronstrue',
    imports: '^cronstrue($|/)',
    owners: ['packages/console/src/features/schedules/**'],
    reason: 'The console describes cron patterns in words in one place, packages/console/src/features/schedules.',
  },
  {
    name: 'feedsmith',
    imports: '^feedsmith($|/)',
    owners: ['packages/components/src/feed/**'],
    reason: 'Feeds are parsed by packages/components/src/feed, in data processes.',
  },
  {
    name: 'postal-mime',
    imports: '^postal-mime($|/)',
    owners: ['packages/components/src/mail/**'],
    reason: 'Mails that others sent are parsed by packages/components/src/mail, in a process for data.',
  },
  {
    name: 'imapflow',
    imports: '^imapflow($|/)',
    owners: ['packages/credentials/**'],
    reason: 'Mailboxes are reached by packages/credentials, at addresses that workflows may reach.',
  },
  {
    name: 'opentelemetry',
    imports: '^@opentelemetry/',
    owners: ['packages/service-runtime/src/tracing/**'],
    reason: 'Spans are made by packages/service-runtime/src/tracing, which loads the library when traces are sent.',
  },
  {
    name: 'pino-http',
    imports: '^pino-http($|/)',
    owners: ['services/ingress/**'],
    reason: 'Only services/ingress has requests to log, and it gives pino-http the logger of packages/service-runtime.',
  },
  {
    name: 'parsers of formats',
    imports:
      '^(csv-(parse|stringify)|fast-xml-(parser|builder|validator)|entities|htmlparser2|css-select|yaml|' +
      'markdown-it)($|/)',
    // The command line parses files of its own user, on their machine.
    owners: inPackages('components', 'cli'),
    reason: 'What others wrote is parsed in processes for data, by the works of packages/components.',
  },
  {
    name: 'jose',
    imports: '^jose($|/)',
    owners: ['packages/components/src/crypto/**', 'services/ingress/src/accounts/oidc/**'],
    reason:
      'JSON Web Tokens are signed and verified in packages/components/src/crypto, with keys from secrets alone. ' +
      'Ingress verifies ID tokens of sign-ins, with keys of the issuer.',
  },
];
