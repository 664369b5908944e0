import { defineComponent } from '@workflow/component-kit';

export const descriptor = defineComponent({
  type: 'feed',
  title: 'Feed',
  description: 'Starts a published workflow for each new entry of an RSS, Atom or JSON feed.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: {
        type: 'string',
        title: 'Address',
        description: 'Of the feed, such as https://example.com/feed.xml.',
        minLength: 1,
        maxLength: 2_000,
        pattern: '^https?://[^\\s/?#]+',
        'x-message': 'must be an address that begins with https:// or http://',
      },
      everySeconds: {
        type: 'integer',
        title: 'Every (seconds)',
        description: 'How often it is asked for.',
        minimum: 60,
        maximum: 2_592_000,
        default: 900,
      },
      startWith: {
        type: 'string',
        title: 'Start with',
        description: '`new` passes over what is in the feed when it is published; `existing` starts it too.',
        enum: ['new', 'existing'],
        default: 'new',
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
