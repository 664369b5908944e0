import type { Env } from '@workflow/service-runtime';
import { DEMO_ORGANIZATION } from './demo/seed-demo.ts';
import type { StackOptions } from './stack-options.ts';
import type { StackSecrets } from './stack-secrets.ts';

interface StackParts {
  options: StackOptions;
  /** The environment that the stack itself was started with. It overrides the defaults here. */
  env: Env;
  secrets: Pick<StackSecrets, 'secretsKey' | 'authSecret'>;
  databaseUrl: string;
  executorMetricsPort: number;
  /** `password` is null when the first admin was created before. */
  admin: { email: string; password: string | null };
}

/** Returns the environments of both services of a stack. */
export function serviceEnvironments(parts: StackParts): Record<'ingress' | 'executor', Env> {
  const { options, env, secrets, databaseUrl, executorMetricsPort, admin } = parts;
  const shared = {
    SECRETS_KEY: secrets.secretsKey,
    LOG_PRETTY: 'true',
    // No load balancer has to notice that this ingress stops.
    DRAIN_MS: '0',
    // Browsers then use Vite's address, and ingress compares their origin with its own.
    ...(options.watch && { PUBLIC_URL: `http://localhost:${options.consolePort}` }),
    ...env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: options.redisUrl ?? '',
    PORT: String(options.port),
    EXECUTOR_METRICS_PORT: String(executorMetricsPort),
  };
  return {
    ingress: {
      AUTH_SECRET: secrets.authSecret,
      ...shared,
      ADMIN_EMAIL: admin.password === null ? '' : admin.email,
      ADMIN_PASSWORD: admin.password ?? '',
      ADMIN_ORGANIZATION: DEMO_ORGANIZATION.name,
    },
    // Only ingress needs the secrets of sign-ins.
    executor: { ...shared, AUTH_SECRET: undefined, ADMIN_PASSWORD: undefined, OIDC_CLIENT_SECRET: undefined },
  };
}
