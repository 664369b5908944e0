export const scopeNames: Readonly<Record<string, string>> = { run: 'Run', read: 'Read', manage: 'Manage' };
