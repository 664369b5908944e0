import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';

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
  return useChange((id: string) => dataOf(api.DELETE('/v1/account/sign-ins/{id}', { path: { id } })), {
    rereads: [SIGN_INS_KEY],
  });
}

export function useEndOtherSignIns() {
  return useChange(auth.revokeOtherSessions, { rereads: [SIGN_INS_KEY] });
}

/** Sets a new password; every other sign-in of the person ends. */
export function useChangePassword() {
  return useChange(auth.changePassword, { rereads: [SIGN_INS_KEY], ownErrors: true });
}

/** The key for an authenticator app, and the backup codes to use without it. */
export interface NewSecondFactor {
  uri: string;
  backupCodes: string[];
}

/** Begins to set a second factor up: nothing changes until a code of the app was confirmed. */
export function useBeginSecondFactor() {
  return useChange(
    async (password: string): Promise<NewSecondFactor> => {
      const { totpURI, backupCodes } = await auth.enableSecondFactor(password);
      return { uri: totpURI, backupCodes };
    },
    { ownErrors: true },
  );
}

/** Turns the second factor on with the first code of the app. */
export function useConfirmSecondFactor() {
  return useChange(auth.verifyTotp, { ownErrors: true });
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
  return useChange((email: string) => dataOf(api.POST('/v1/password-resets', { body: { email } })), {
    ownErrors: true,
  });
}

/** Sets a password by the token of a reset link. @returns the e-mail address to sign in with */
export function useCompletePasswordReset() {
  return useChange(
    async (body: { token: string; password: string }) =>
      (await dataOf(api.POST('/v1/password-resets/complete', { body }))).email,
    { ownErrors: true },
  );
}
