/** The common part of the routes for a webhook component's token. */
export const tokenPath = '/v1/workflows/{id}/components/{componentId}/token';

export const tokenSecurity = { kind: 'caller', scope: 'manage' } as const;
