import { defineTemplate } from './define-template.ts';

export const feedDigest = defineTemplate({
  key: 'feed-digest',
  name: 'Feed digest by e-mail',
  description: 'Collects new entries of a feed and sends one e-mail with the entries of the day before each morning.',
  needs: [{ kind: 'credential', name: 'Mail server', purpose: 'SMTP, to send the digest' }],
  tables: [
    {
      name: 'Feed entries',
      columns: [
        { key: 'title', type: 'TEXT' },
        { key: 'url', type: 'TEXT' },
        { key: 'day', type: 'TEXT' },
      ],
    },
  ],
  samples: {
    feed: {
      'entry.id': 'release-2',
      'entry.title': 'Release 2',
      'entry.url': 'https://example.com/releases/2',
      'entry.summary': 'Faster.',
      'entry.publishedAt': '2026-07-05T09:30:00Z',
      'entry.categories': ['releases'],
    },
    morning: { scheduledFor: '2026-07-06T06:00:00Z' },
  },
  components: {
    feed: {
      at: [0, 0],
      type: 'feed',
      name: 'New entry',
      output: 'entry',
      config: { url: 'https://github.com/nodejs/node/releases.atom', everySeconds: 900 },
    },
    keep: {
      at: [1, 0],
      type: 'table',
      name: 'Store the entry',
      output: 'stored',
      config: {
        table: 'Feed entries',
        operation: 'upsert',
        key: '{{ entry.id }}',
        row: {
          title: '{{ entry.title }}',
          url: '{{ entry.url }}',
          day: "{{ $substringBefore($now(), 'T') }}",
        },
      },
    },
    stored: { at: [2, 0], type: 'output', name: 'Stored', config: { value: 'Stored {{ entry.title }}' } },
    morning: {
      at: [0, 1],
      type: 'schedule',
      name: 'Every morning at 06:00',
      output: 'scheduledFor',
      config: { cron: '0 6 * * *', timeZone: 'UTC' },
    },
    find: {
      at: [1, 1],
      type: 'table',
      name: 'Entries of yesterday',
      output: 'entries',
      config: {
        table: 'Feed entries',
        operation: 'find',
        where: { day: "{{ $substringBefore($fromMillis($toMillis(scheduledFor) - 86400000), 'T') }}" },
        limit: 100,
      },
    },
    any: { at: [2, 1], type: 'condition', name: 'Any?', config: { expression: '$count(entries) > 0' } },
    mail: {
      at: [3, 1],
      type: 'send-email',
      name: 'Send the digest',
      output: 'mail',
      config: {
        from: 'Digest <digest@example.com>',
        to: 'me@example.com',
        subject: '{{ $count(entries) }} new entries',
        text: '{{ $join(entries.(title & "\\n" & url), "\\n\\n") }}',
      },
    },
    none: { at: [3, 2], type: 'output', name: 'Nothing new', config: { value: 'Nothing new' } },
  },
  connections: [
    ['feed', 'next', 'keep'],
    ['keep', 'next', 'stored'],
    ['morning', 'next', 'find'],
    ['find', 'next', 'any'],
    ['any', 'true', 'mail'],
    ['any', 'false', 'none'],
  ],
});
