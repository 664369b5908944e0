import type { SignIn } from '@workflow/component-kit/run';
import type { CredentialCode } from './define-runner.ts';
import { tryRequest } from './try-request.ts';

interface HttpFields {
  hosts?: string[];
  testUrl?: string;
}

/**
 * Defines the code of a credential that is sent in headers or in the query of HTTP requests. Run code gets a sign-in
 * for its requests.
 */
export function httpSignIn<Fields extends HttpFields>(
  partsOf: (fields: Fields) => Pick<SignIn, 'headers' | 'query'>,
): CredentialCode<Fields> {
  const open = (fields: Fields): SignIn => ({ ...partsOf(fields), hosts: fields.hosts ?? null });
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
