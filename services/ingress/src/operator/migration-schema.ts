import { defineObject } from '../http/schema-parts.ts';

export const migrationSchema = defineObject('Migration', { name: { type: 'string' }, state: { type: 'string' } });
