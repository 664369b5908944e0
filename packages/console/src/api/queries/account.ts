import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { auth, authData } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';

export const ACCOUNT_KEY = ['account'] as const;

export interface Account {
  userId: string;
  name: string;
  email: string;
  organizationId: string | null;
}

/** Who is signed in, and for which organization; null when nobody is. */
export const accountQuery = queryOptions({
  queryKey: ACCOUNT_KEY,
  staleTime: 60_000,
  queryFn: async (): Promise<Account | null> => {
    const found = await authData(auth.getSession());
    if (!found) return null;
    const { user, session } = found;
    return { userId: user.id, name: user.name, email: user.email, organizationId: session.activeOrganizationId ?? null };
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
  queryFn: () => authData(auth.organization.list()),
});

/** The user's role in the active organization; decides what is shown, while the server decides what is allowed. */
export const roleQuery = queryOptions({
  queryKey: ['role'],
  staleTime: 30_000,
  queryFn: async () => (await dataOf(api.GET('/v1/caller'))).role,
});

export function useIsAdmin(): boolean {
  const { data: role } = useSuspenseQuery(roleQuery);
  return role === 'admin';
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (credentials: { email: string; password: string }) => authData(auth.signIn.email(credentials)),
    onSuccess: () => queryClient.resetQueries(),
  });
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => authData(auth.signOut()),
    onSuccess: () => {
      queryClient.clear();
      window.location.assign('/sign-in');
    },
  });
}

/** Everything on the page belongs to an organization, so a switch begins from a clean slate. */
export function useSwitchOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (organizationId: string) => authData(auth.organization.setActive({ organizationId })),
    onSuccess: () => {
      queryClient.clear();
      window.location.assign('/');
    },
  });
}
