/** What the routes of a webhook component's token have in common. */
export const tokenPath = '/v1/workflows/{id}/components/{componentId}/token';

export const tokenSecurity = { kind: 'caller', scope: 'manage' } as const;
