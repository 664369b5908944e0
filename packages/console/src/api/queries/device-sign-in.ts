import { queryOptions } from '@tanstack/react-query';
import { api, answerOf, dataOf } from '../client.ts';
import { useChange } from './use-change.ts';

/** The request of a program at a terminal. */
export const deviceSignInQuery = (code: string) =>
  queryOptions({
    queryKey: ['device-sign-in', code],
    retry: false,
    gcTime: 0,
    queryFn: () => dataOf(api.GET('/v1/device-sign-ins/{code}', { path: { code } })),
  });

interface Answer {
  accepted: boolean;
  keyName: string;
  scopes: ('run' | 'read' | 'manage')[];
}

export function useAnswerDeviceSignIn(code: string) {
  return useChange(
    (body: Answer) => answerOf(api.POST('/v1/device-sign-ins/{code}/answer', { path: { code }, body })),
    { ownErrors: true },
  );
}
