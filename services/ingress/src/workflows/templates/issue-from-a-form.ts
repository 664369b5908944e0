import { defineTemplate } from './define-template.ts';
import { GITHUB_ISSUE_FIELDS } from './github-issue-fields.ts';
import { operationOfApp } from './operation-of-app.ts';

export const issueFromAForm = defineTemplate({
  key: 'issue-from-a-form',
  name: 'Issue from a form',
  description: 'A public form for problems: creates an issue in a GitHub repository and answers with its number.',
  needs: [{ kind: 'app', name: 'GitHub issues', purpose: 'a personal access token that may write issues' }],
  samples: { form: { 'form.title': 'The lamp flickers', 'form.details': 'Since the update.', 'form.name': 'Ada' } },
  components: {
    form: {
      at: [0, 0],
      type: 'form',
      name: 'Problem form',
      output: 'form',
      config: {
        title: 'Report a problem',
        fields: [
          { key: 'title', type: 'TEXT', label: 'What is wrong?' },
          { key: 'details', type: 'TEXT', label: 'Details' },
          { key: 'name', type: 'TEXT', label: 'Your name' },
        ],
        submitText: 'Report',
        thanks: 'Thank you, {{ form.name }}.',
      },
    },
    create: {
      at: [1, 0],
      type: 'app-action',
      name: 'Create an issue',
      output: 'issue',
      config: operationOfApp(
        'github-issues',
        'issues.create',
        {
          path: { owner: 'my-organization', repo: 'my-repository' },
          body: { title: '{{ form.title }}', body: '{{ form.details }}\n\nReported by {{ form.name }}' },
        },
        { type: 'OBJECT', fields: GITHUB_ISSUE_FIELDS },
      ),
      standIn: {
        status: 201,
        headers: {},
        body: {
          id: 1,
          number: 42,
          title: 'The lamp flickers',
          body: 'Since the update.',
          state: 'open',
          html_url: 'https://github.com/my-organization/my-repository/issues/42',
          labels: [],
          user: { login: 'ada' },
          created_at: '2026-01-01T00:00:00Z',
        },
      },
    },
    done: { at: [2, 0], type: 'output', name: 'Created', config: { value: 'Issue {{ issue.body.number }}' } },
  },
  connections: [
    ['form', 'next', 'create'],
    ['create', 'next', 'done'],
  ],
});
