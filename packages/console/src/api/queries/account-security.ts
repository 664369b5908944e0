import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';

const SECURITY_KEY = ['account-security'] as const;
const SIGN_INS_KEY = ['sign-ins'] as const;

/** The account with what it needs to be signed in with. */
export const accountSecurityQuery = queryOptions({
  queryKey: SECURITY_KEY,
  staleTime: 60_000,
  queryFn: () => dataOf(api.GET('/v1/account')),
});

/** Where the person is signed in, newest first. */
export const signInsQuery = queryOptions({
  queryKey: SIGN_INS_KEY,
  queryFn: async () => (await dataOf(api.GET('/v1/account/sign-ins'))).items,
});

export function useEndSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => dataOf(api.DELETE('/v1/account/sign-ins/{id}', { path: { id } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SIGN_INS_KEY }),
  });
}

export function useEndOtherSignIns() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: auth.revokeOtherSessions,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SIGN_INS_KEY }),
  });
}

/** Sets a new password; every other sign-in of the person ends. */
export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: auth.changePassword,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SIGN_INS_KEY }),
  });
}

/** The key for an authenticator app, and the backup codes to use without it. */
export interface NewSecondFactor {
  uri: string;
  backupCodes: string[];
}

/** Begins to set a second factor up: nothing changes until a code of the app was confirmed. */
export function useBeginSecondFactor() {
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (password: string): Promise<NewSecondFactor> => {
      const { totpURI, backupCodes } = await auth.enableSecondFactor(password);
      return { uri: totpURI, backupCodes };
    },
  });
}

/** Turns the second factor on with the first code of the app. */
export function useConfirmSecondFactor() {
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: auth.verifyTotp,
  });
}

export function useRemoveSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: auth.disableSecondFactor,
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** Mails a link that sets a new password, if the address has an account. */
export function useRequestPasswordReset() {
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (email: string) => dataOf(api.POST('/v1/password-resets', { body: { email } })),
  });
}

/** Sets a password by the token of a reset link. @returns the e-mail address to sign in with */
export function useCompletePasswordReset() {
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (body: { token: string; password: string }) =>
      (await dataOf(api.POST('/v1/password-resets/complete', { body }))).email,
  });
}
