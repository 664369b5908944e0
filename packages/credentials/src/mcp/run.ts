import type { HttpCall, SignIn } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { NO_REFRESH_TOKEN, tokenSignIn } from '../token-sign-in.ts';
import { descriptor } from './descriptor.ts';

interface McpFields {
  url: string;
  auth: 'none' | 'bearer' | 'header' | 'oauth';
  token?: string;
  header?: string;
  value?: string;
}

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, access) =>
    fields.auth === 'oauth' ? tokenSignIn(access, (token) => bearer(fields, token)) : signInOf(fields),
  /** Lists the tools of the server. With OAuth it requests a new token first. */
  async test(fields, reach, access) {
    const token = fields.auth === 'oauth' ? await access.renew() : null;
    if (fields.auth === 'oauth' && token === null) return NO_REFRESH_TOKEN;
    // Most executors test no such credential, so they do not load the library.
    const { withMcpSession } = await import('@workflow/outbound/mcp');
    const server = {
      url: new URL(fields.url),
      signIn: token === null ? signInOf(fields) : bearer(fields, token),
      signal: reach.signal,
      send: (call: HttpCall) => reach.send(call),
    };
    await withMcpSession(server, (session) => session.findTool(() => true));
    return { ok: true };
  },
});

function bearer({ url }: McpFields, token: string): SignIn {
  return { headers: { authorization: `Bearer ${token}` }, hosts: null, origin: new URL(url).origin };
}

function signInOf({ url, auth, token = '', header = '', value = '' }: McpFields): SignIn {
  const headers =
    auth === 'bearer'
      ? { authorization: `Bearer ${token}` }
      : auth === 'header'
        ? { [header.toLowerCase()]: value }
        : {};
  return { headers: headers as Record<string, string>, hosts: null, origin: new URL(url).origin };
}
