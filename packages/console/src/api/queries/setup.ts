import { queryOptions } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';
import { useSigningIn } from './use-signing-in.ts';

/** Reads whether the first admin is still missing, and how people sign in. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  staleTime: 60_000,
  queryFn: () => dataOf(api.GET('/v1/setup')),
});

interface FirstAdmin {
  organizationName: string;
  name: string;
  email: string;
  /** null where only an identity provider signs people in. */
  password: string | null;
}

/** Creates the first admin, and signs them in with the password if there is one. */
export function useSetUp() {
  return useSigningIn(async ({ password, ...admin }: FirstAdmin) => {
    await dataOf(api.POST('/v1/setup', { body: password === null ? admin : { ...admin, password } }));
    if (password !== null) await auth.signIn({ email: admin.email, password });
  });
}
