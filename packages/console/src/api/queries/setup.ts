import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { auth } from '../auth-client.ts';
import { api, dataOf } from '../client.ts';

/** Reads whether the first admin is still missing. */
export const setupQuery = queryOptions({
  queryKey: ['setup'],
  staleTime: 60_000,
  queryFn: () => dataOf(api.GET('/v1/setup')),
});

interface FirstAdmin {
  organizationName: string;
  name: string;
  email: string;
  password: string;
}

/** Creates the first admin and signs them in. */
export function useSetUp() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (body: FirstAdmin) => {
      await dataOf(api.POST('/v1/setup', { body }));
      await auth.signIn({ email: body.email, password: body.password });
    },
    onSuccess: () => queryClient.resetQueries(),
  });
}
