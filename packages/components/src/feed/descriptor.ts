import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'feed',
  title: 'Feed',
  description: 'Starts the workflow for each new entry of an RSS, Atom or JSON feed.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: {
        type: 'string',
        title: 'URL',
        description: 'The feed, such as https://example.com/feed.xml.',
        minLength: 1,
        maxLength: 2_000,
        pattern: '^https?://[^\\s/?#]+',
        'x-message': 'must be a URL that begins with https:// or http://',
      },
      everySeconds: {
        type: 'integer',
        title: 'Every (seconds)',
        description: 'How often to check the feed.',
        minimum: 60,
        maximum: 2_592_000,
        default: 900,
      },
      startWith: {
        type: 'string',
        title: 'Start with',
        description: 'Which entries to process when the workflow is published.',
        enum: ['new', 'existing'],
        default: 'new',
        'x-labels': { new: 'Only new entries', existing: 'Existing entries too' },
      },
    },
  },
  hasEffect: false,
  trigger: { sessions: 'FEED', keeps: ['poll'], takes: 'placeholders' },
  produces: {
    name: 'entry',
    type: 'OBJECT',
    fields: [
      { key: 'id', type: 'TEXT' },
      { key: 'title', type: 'TEXT' },
      { key: 'url', type: 'TEXT' },
      { key: 'summary', type: 'TEXT' },
      { key: 'content', type: 'TEXT' },
      { key: 'author', type: 'TEXT' },
      { key: 'publishedAt', type: 'DATE_TIME', optional: true },
      { key: 'categories', type: 'LIST' },
    ],
  },
});
