import type { Field } from '@workflow/workflow-model';
import { maybe } from './operation-of-app.ts';

/** The fields of an issue in the document of GitHub that ships with the console. */
export const GITHUB_ISSUE_FIELDS: Field[] = [
  maybe('id', 'NUMBER'),
  { key: 'number', type: 'NUMBER' },
  { key: 'title', type: 'TEXT' },
  maybe('body', 'TEXT'),
  { key: 'state', type: 'TEXT' },
  maybe('html_url', 'TEXT'),
  maybe('labels', 'LIST', { items: { type: 'OBJECT', fields: [maybe('name', 'TEXT')] } }),
  maybe('user', 'OBJECT', { fields: [maybe('login', 'TEXT')] }),
  maybe('created_at', 'DATE_TIME'),
];
