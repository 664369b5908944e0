import { askedFieldsSchema, checkAskedFields, defineComponent, rateLimitSchema } from '@workflow/component-kit';

/** What the output has beside the fields of the form. */
const SUBMITTED_BY = { key: 'submittedBy', type: 'TEXT', optional: true } as const;
const MAX_TEXT_LENGTH = 5_000;

export const descriptor = defineComponent({
  type: 'form',
  title: 'Form',
  description: 'Starts a published workflow when somebody fills in a form on a public page. Takes files as well.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { type: 'string', title: 'Title', description: 'Of the page.', minLength: 1, maxLength: 200 },
      description: {
        type: 'string',
        title: 'Description',
        description: 'Stands below the title. Line breaks are kept.',
        maxLength: MAX_TEXT_LENGTH,
      },
      fields: { ...askedFieldsSchema('What the form asks for.'), title: 'Fields', default: [] },
      submitText: {
        type: 'string',
        title: 'Button',
        description: 'The text of the button that sends the form.',
        minLength: 1,
        maxLength: 60,
        default: 'Send',
      },
      thanks: {
        type: 'string',
        title: 'Thanks',
        description: 'What the page says once the form was sent, made of what was filled in.',
        maxLength: MAX_TEXT_LENGTH,
        default: 'Thank you. Your answers were received.',
        'x-control': 'template',
        'x-template': 'elsewhere',
      },
      signedInOnly: {
        type: 'boolean',
        title: 'Members only',
        description: 'Whoever sends the form must be signed in as a member of the organization.',
        default: false,
      },
      rateLimit: rateLimitSchema('Forms that are sent above it are answered 429.'),
    },
  },
  newConfig: { title: 'Form', fields: [{ key: 'name', type: 'TEXT', label: 'Your name' }] },
  hasEffect: false,
  trigger: { sessions: 'FORM', keeps: ['public-page'], takes: 'placeholders' },
  produces: { name: 'form', fields: [SUBMITTED_BY], fieldsFromConfig: 'fields' },
  checkConfig: ({ fields }) => checkAskedFields(fields, '/fields', { reserved: [SUBMITTED_BY.key], files: true }),
});
