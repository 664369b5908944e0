/** The settings of an organization that admins change. */
export { readFailureHandler, setFailureHandler } from './failure-handler.ts';
export { readSecurity, setSecurity } from './second-factor.ts';
