/** The path at which the accounts library answers. */
export const AUTH_PATH = '/api/auth';
/** The page of the console that asks a person to authorize an application. */
export const AUTHORIZE_PAGE = '/authorize';
/** The page of the console for a refused sign-in at the issuer, with its reason as `error`. */
export const SIGN_IN_PAGE = '/sign-in';
