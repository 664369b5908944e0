import type { HttpCall, SignIn } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

interface McpFields {
  url: string;
  auth: 'none' | 'bearer' | 'header';
  token?: string;
  header?: string;
  value?: string;
}

export const runner = defineCredentialRunner(descriptor, {
  open: (fields): SignIn => signInOf(fields),
  /** Lists the tools of the server. */
  async test(fields, reach) {
    // Most executors test no such credential, so they do not load the library.
    const { withMcpSession } = await import('@workflow/outbound/mcp');
    const server = {
      url: new URL(fields.url),
      signIn: signInOf(fields),
      signal: reach.signal,
      send: (call: HttpCall) => reach.send(call),
    };
    await withMcpSession(server, (session) => session.listTools());
    return { ok: true };
  },
});

function signInOf({ url, auth, token = '', header = '', value = '' }: McpFields): SignIn {
  const headers =
    auth === 'bearer'
      ? { authorization: `Bearer ${token}` }
      : auth === 'header'
        ? { [header.toLowerCase()]: value }
        : {};
  return { headers: headers as Record<string, string>, hosts: null, origin: new URL(url).origin };
}
