import type { HttpCall, SignIn } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

interface McpFields {
  url: string;
  auth: 'none' | 'bearer' | 'header' | 'oauth';
  token?: string;
  header?: string;
  value?: string;
}

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, access): SignIn => {
    if (fields.auth !== 'oauth') return signInOf(fields);
    return {
      ...tokenSignIn(fields, access.token),
      renew: async () => {
        const token = await access.renew();
        return token === null ? null : tokenSignIn(fields, token);
      },
    };
  },
  /** Lists the tools of the server. With OAuth it requests a new token first. */
  async test(fields, reach, access) {
    const token = fields.auth === 'oauth' ? await access.renew() : null;
    if (fields.auth === 'oauth' && token === null)
      return { ok: true, message: 'Not tested: someone has signed in, and the server returned no refresh token.' };
    // Most executors test no such credential, so they do not load the library.
    const { withMcpSession } = await import('@workflow/outbound/mcp');
    const server = {
      url: new URL(fields.url),
      signIn: token === null ? signInOf(fields) : tokenSignIn(fields, token),
      signal: reach.signal,
      send: (call: HttpCall) => reach.send(call),
    };
    await withMcpSession(server, (session) => session.findTool(() => true));
    return { ok: true };
  },
});

function tokenSignIn({ url }: McpFields, token: string): SignIn {
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
