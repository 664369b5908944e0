import { isDockerAnswering } from '../servers/container-servers.ts';
import { isRedisServerInstalled } from '../servers/restartable-redis.ts';
import { announceRedisIsAvailable, readTestEnvironment } from '../test-environment.ts';

/** Tells suites whether there is a Redis before they are declared, without starting one. */
export async function announceRedis(): Promise<void> {
  const environment = readTestEnvironment();
  const available =
    environment.redisUrl !== null ||
    isRedisServerInstalled() ||
    (environment.containers !== 'off' && (await isDockerAnswering(environment.dockerHost)));
  announceRedisIsAvailable(available);
}
