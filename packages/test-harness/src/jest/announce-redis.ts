import { isDockerAnswering } from '../servers/container-servers.ts';
import { isInstalled } from '../servers/installed-programs.ts';
import { announceRedisIsAvailable, readTestEnvironment } from '../test-environment.ts';

/** Tells suites whether there is a Redis before they are declared, without starting one. */
export async function announceRedis(): Promise<void> {
  const environment = readTestEnvironment();
  const available =
    environment.redisUrl !== null ||
    isInstalled('redis-server') ||
    (environment.containers !== 'off' && (await isDockerAnswering(environment.dockerHost)));
  announceRedisIsAvailable(available);
}
