/** What admins set for their organization as a whole. */
export { readFailureHandler, setFailureHandler } from './failure-handler.ts';
export { readSecurity, setSecurity } from './second-factor.ts';
