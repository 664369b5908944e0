import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

interface ChangeOptions {
  /** The keys of the queries that are read again after the change. */
  rereads?: readonly QueryKey[];
  /** They are also read again when the change was refused, because somebody else may have made one. */
  alsoRefused?: boolean;
  /** The form shows the error. Otherwise a notification does. */
  ownErrors?: boolean;
  /** The request and its answer are forgotten with the form. */
  isSecret?: boolean;
}

/** A request that changes what queries have read. */
export function useChange<Result, Variables = void>(
  mutationFn: (variables: Variables) => Promise<Result>,
  { rereads = [], alsoRefused = false, ownErrors = false, isSecret = false }: ChangeOptions,
) {
  const queryClient = useQueryClient();
  const reread = () => Promise.all(rereads.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return useMutation({
    meta: { ownErrors },
    ...(isSecret && { gcTime: 0 }),
    mutationFn,
    ...(alsoRefused ? { onSettled: reread } : { onSuccess: reread }),
  });
}
