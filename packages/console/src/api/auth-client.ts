import { createAuthClient } from 'better-auth/client';
import { organizationClient } from 'better-auth/client/plugins';
import { ApiError } from './api-error.ts';

/** better-auth's client: sign-in, organizations, members, invitations. */
export const auth = createAuthClient({ baseURL: window.location.origin, plugins: [organizationClient()] });

interface AuthAnswer<Data> {
  data: Data | null;
  error: { status: number; message?: string | undefined } | null;
}

/** The data of an answer of better-auth. @throws ApiError when it refused. */
export async function authData<Data>(call: Promise<AuthAnswer<Data>>): Promise<Data> {
  const { data, error } = await call;
  if (error) throw new ApiError(error.status, error.message ?? 'The service refused the request');
  return data as Data;
}
