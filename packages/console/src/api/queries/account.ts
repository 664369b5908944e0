import { forgetAll } from '../browser-memory.ts';
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';
import { useSigningIn } from './use-signing-in.ts';

export const ACCOUNT_KEY = ['account'] as const;

export interface Account {
  userId: string;
  name: string;
  email: string;
  organizationId: string | null;
}

/** Reads the signed-in person and the active organization; null when nobody is signed in. */
export const accountQuery = queryOptions({
  queryKey: ACCOUNT_KEY,
  staleTime: 60_000,
  queryFn: async (): Promise<Account | null> => {
    const found = await auth.getSession();
    if (!found) return null;
    const { user, session } = found;
    return {
      userId: user.id,
      name: user.name,
      email: user.email,
      organizationId: session.activeOrganizationId ?? null,
    };
  },
});

/** The signed-in account, on pages behind the sign-in. */
export function useAccount(): Account {
  const { data } = useSuspenseQuery(accountQuery);
  if (!data) throw new Error('Nobody is signed in');
  return data;
}

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  staleTime: 60_000,
  queryFn: auth.listOrganizations,
});

/** The user in the active organization; decides what is shown, while the server decides what is allowed. */
export const callerQuery = queryOptions({
  queryKey: ['caller'],
  staleTime: 30_000,
  queryFn: () => dataOf(api.GET('/v1/caller')),
});

export function useIsAdmin(): boolean {
  const { data: caller } = useSuspenseQuery(callerQuery);
  return caller.role === 'admin';
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    /** true: signed in; false: the account has a second factor, whose code is asked for next. */
    mutationFn: async (credentials: { email: string; password: string }) => {
      const { twoFactorRedirect } = await auth.signIn(credentials);
      return twoFactorRedirect !== true;
    },
    onSuccess: (isSignedIn) => (isSignedIn ? queryClient.resetQueries() : undefined),
  });
}

/** Opens the identity provider's page for the sign-in, which leads back to `callbackURL`. */
export function useSignInAtIssuer() {
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: auth.signInAtIssuer,
    onSuccess: ({ url }) => window.location.assign(url),
  });
}

export function useSignInByLink() {
  return useSigningIn(auth.signInByLink);
}

/** The second step of a sign-in: a code of the authenticator app, or a backup code. */
export function useSecondStep() {
  return useSigningIn(({ code, isBackupCode }: { code: string; isBackupCode: boolean }) =>
    isBackupCode ? auth.verifyBackupCode(code) : auth.verifyTotp(code),
  );
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: auth.signOut,
    onSuccess: ({ url }) => {
      queryClient.clear();
      forgetAll();
      window.location.assign(url ?? '/sign-in');
    },
  });
}

/** All cached data belongs to an organization, so a switch clears it. */
export function useSwitchOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: auth.setActiveOrganization,
    onSuccess: () => {
      queryClient.clear();
      window.location.assign('/');
    },
  });
}
