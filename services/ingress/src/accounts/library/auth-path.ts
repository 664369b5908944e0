/** The path at which the accounts library answers. */
export const AUTH_PATH = '/api/auth';
