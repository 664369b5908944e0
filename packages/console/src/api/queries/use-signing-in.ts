import { useMutation, useQueryClient } from '@tanstack/react-query';

/** A request that signs somebody in. Everything that was read before is then read again. */
export function useSigningIn<Result, Variables = void>(mutationFn: (variables: Variables) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({ meta: { ownErrors: true }, mutationFn, onSuccess: () => queryClient.resetQueries() });
}
