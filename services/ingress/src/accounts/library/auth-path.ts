/** The path at which the accounts library answers. */
export const AUTH_PATH = '/api/auth';
/** The page of the console that asks a person about an application. */
export const AUTHORIZE_PAGE = '/authorize';
/** The page of the console where a refused sign-in at the issuer ends, with its reason as `error`. */
export const SIGN_IN_PAGE = '/sign-in';
