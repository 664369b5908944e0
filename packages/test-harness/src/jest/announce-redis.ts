import { isDockerAnswering } from '../servers/container-servers.ts';
import { isInstalled } from '../servers/installed-programs.ts';
import { announceRedisIsAvailable, readTestEnvironment } from '../test-environment.ts';

/** Informs suites, before they are declared, if Redis is available. Does not start it. */
export async function announceRedis(): Promise<void> {
  const environment = readTestEnvironment();
  const available =
    environment.redisUrl !== null ||
    isInstalled('redis-server') ||
    (environment.containers !== 'off' && (await isDockerAnswering(environment.dockerHost)));
  announceRedisIsAvailable(available);
}
