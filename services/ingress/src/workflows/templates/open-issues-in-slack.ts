import { defineTemplate } from './define-template.ts';
import { GITHUB_ISSUE_FIELDS } from './github-issue-fields.ts';
import { maybe, operationOfApp } from './operation-of-app.ts';

export const openIssuesInSlack = defineTemplate({
  key: 'open-issues-in-slack',
  name: 'Open issues in a Slack channel',
  description: 'Posts the open issues of a GitHub repository in a Slack channel every Monday.',
  needs: [
    { kind: 'app', name: 'GitHub issues', purpose: 'a personal access token that may read issues' },
    { kind: 'app', name: 'Slack', purpose: 'a bot token with the scope chat:write' },
  ],
  samples: { monday: { scheduledFor: '2026-07-06T08:00:00Z' } },
  components: {
    monday: {
      at: [0, 0],
      type: 'schedule',
      name: 'Mondays at 08:00',
      output: 'scheduledFor',
      config: { cron: '0 8 * * 1', timeZone: 'UTC' },
    },
    list: {
      at: [1, 0],
      type: 'app-action',
      name: 'List issues',
      output: 'issues',
      config: operationOfApp(
        'github-issues',
        'issues.list',
        { path: { owner: 'my-organization', repo: 'my-repository' }, query: { state: 'open', per_page: 20 } },
        { type: 'LIST', items: { type: 'OBJECT', fields: GITHUB_ISSUE_FIELDS } },
      ),
      standIn: {
        status: 200,
        headers: {},
        body: [
          { number: 41, title: 'The switch is loose', state: 'open' },
          { number: 42, title: 'The lamp flickers', state: 'open' },
        ],
      },
    },
    write: {
      at: [2, 0],
      type: 'transform',
      name: 'Write the message',
      output: 'message',
      config: {
        expression: '$count(issues.body) & " open issues:\\n" & $join(issues.body.("#" & number & " " & title), "\\n")',
        type: 'TEXT',
      },
    },
    post: {
      at: [3, 0],
      type: 'app-action',
      name: 'Post a message',
      output: 'posted',
      config: operationOfApp(
        'slack',
        'chat.postMessage',
        { body: { channel: '#general', text: '{{ message }}' } },
        {
          type: 'OBJECT',
          fields: [
            { key: 'ok', type: 'BOOLEAN' },
            maybe('error', 'TEXT'),
            maybe('channel', 'TEXT'),
            maybe('ts', 'TEXT'),
            maybe('message', 'JSON'),
          ],
        },
      ),
      standIn: { status: 200, headers: {}, body: { ok: true, channel: 'C1', ts: '1783324800.000100' } },
    },
    ok: { at: [4, 0], type: 'condition', name: 'Posted?', config: { expression: 'posted.body.ok' } },
    done: { at: [5, 0], type: 'output', name: 'Posted', config: { value: '{{ message }}' } },
    // Slack answers 200 to messages that it refuses.
    failed: {
      at: [5, 1],
      type: 'fail',
      name: 'Refused',
      config: { code: 'NOT_POSTED', message: 'Slack refused the message: {{ posted.body.error }}' },
    },
  },
  connections: [
    ['monday', 'next', 'list'],
    ['list', 'next', 'write'],
    ['write', 'next', 'post'],
    ['post', 'next', 'ok'],
    ['ok', 'true', 'done'],
    ['ok', 'false', 'failed'],
  ],
});
