export const roleNames: Readonly<Record<string, string>> = { admin: 'Admin', member: 'Member' };
