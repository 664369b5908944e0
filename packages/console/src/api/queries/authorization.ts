import { queryOptions, useMutation } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';

/** A client's description of itself, which nobody has verified. */
export const authorizingClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['authorizing-client', clientId],
    retry: false,
    queryFn: () => auth.readOAuthClient(clientId),
  });

/** Answers a client that asks for access, and leaves for where it wants the browser back. */
export function useAnswerAuthorization() {
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: auth.answerConsent,
    onSuccess: ({ url }) => window.location.assign(url),
  });
}
