import { HTTP_CREDENTIAL_TYPES } from '@workflow/component-kit';

/** The credential types that sign in a call of an operation. */
export const APP_CREDENTIAL_TYPES = [...HTTP_CREDENTIAL_TYPES, 'mcp'] as const;
