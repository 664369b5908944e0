import { expect, test } from '@jest/globals';
import { TcpProxy, unstalledMs, waitFor } from '@workflow/test-harness';
import { openTestStore } from '../../test/open-test-store.ts';
import { createSessionStore } from '../open-session-store.ts';

test('after all connections were lost silently, the store answers again within two timeouts', async () => {
  const database = await openTestStore();
  const server = new URL(database.options.databaseUrl);
  const proxy = new TcpProxy(Number(server.port));
  server.host = `127.0.0.1:${await proxy.listen()}`;
  const statementTimeoutMs = 2_500;
  const store = createSessionStore({ ...database.options, databaseUrl: server.href, statementTimeoutMs });
  try {
    await Promise.all(Array.from({ length: database.options.poolSize }, () => store.ping()));
    proxy.freezeExisting();
    const tookMs = await unstalledMs(async () => {
      await expect(store.ping()).rejects.toMatchObject({ name: 'StoreUnavailableError' });
      await waitFor(() => store.ping().then(() => true));
    });
    expect(tookMs).toBeLessThan(2 * (statementTimeoutMs + 1_000) + 500);
  } finally {
    await store.close();
    proxy.close();
    await database.close();
  }
});
