import type { SignIn } from '@workflow/component-kit/run';
import type { CredentialCode } from './define-runner.ts';
import { tryRequest } from './try-request.ts';

interface HttpFields {
  hosts?: string[];
  testUrl?: string;
}

/**
 * Defines the code of a credential that is sent in headers of HTTP requests. Run code gets a sign-in for its requests.
 */
export function httpSignIn<Fields extends HttpFields>(
  headersOf: (fields: Fields) => Record<string, string>,
): CredentialCode<Fields> {
  const open = (fields: Fields): SignIn => ({ headers: headersOf(fields), hosts: fields.hosts ?? null });
  return {
    open,
    test(fields, reach) {
      const { testUrl } = fields;
      if (testUrl === undefined)
        return Promise.resolve({ ok: true, message: 'Nothing was tried: the credential has no URL to test with.' });
      const headers = { accept: '*/*', 'user-agent': 'workflow-automation' };
      return tryRequest(reach, { method: 'GET', url: new URL(testUrl), headers, body: null, signIn: open(fields) });
    },
  };
}
