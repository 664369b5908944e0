import type { App } from '../../api/queries/apps.ts';

export const APP_STATUS_NAMES: Record<App['status'], string> = {
  reading: 'Reading…',
  ready: 'Ready',
  failed: 'Failed',
};

export const APP_KIND_NAMES: Record<App['kind'], string> = { mcp: 'MCP server', openapi: 'OpenAPI document' };

export const EFFECT_NAMES = {
  none: 'Only reads',
  repeatable: 'Changes data, safe to repeat',
  once: 'Changes data',
} as const;

/** Types of credentials that sign in to an app of a kind. */
export const CREDENTIAL_TYPES_OF: Record<App['kind'], readonly string[]> = {
  mcp: ['mcp'],
  openapi: ['http-basic', 'http-bearer', 'http-header', 'http-query', 'oauth2'],
};
