import type { BrowserContext } from 'playwright-core';
import { startModelServer } from '../contract/model-server.ts';
import { post } from './console-data.ts';
import { ADMIN, startConsole } from './console-system.ts';

export type ModelConsole = Awaited<ReturnType<typeof startModelConsole>>;

/** The console of a system that may call this machine, and a stand-in of a server of models. */
export async function startModelConsole() {
  const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const [app, server] = await Promise.all([
    startConsole({ ...admin, HTTP_ALLOWED_ADDRESSES: '127.0.0.1' }),
    startModelServer(),
  ]);
  return {
    app,
    server,
    /** Makes a credential for the server. Returns its id. */
    async addCredential(context: BrowserContext): Promise<string> {
      const login = { baseUrl: `${server.url}/v1`, apiKey: server.apiKey };
      const content = { name: 'Models', type: 'openai-compatible', ...login };
      const made = await post(context, '/v1/organization/credentials', content);
      return ((await made.json()) as { id: string }).id;
    },
    async stop(): Promise<void> {
      await app.stop();
      await server.stop();
    },
  };
}
