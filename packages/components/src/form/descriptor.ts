import { askedFieldsSchema, checkAskedFields, defineComponent, rateLimitSchema } from '@workflow/component-kit';

/** A field that every output has. The fields of the form are added. */
const SUBMITTED_BY = { key: 'submittedBy', type: 'TEXT', optional: true } as const;
const MAX_TEXT_LENGTH = 5_000;

export const descriptor = defineComponent({
  type: 'form',
  title: 'Form',
  description: 'Starts the workflow when someone submits a form on a public page. Files can be uploaded.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { type: 'string', title: 'Title', description: 'The title of the page.', minLength: 1, maxLength: 200 },
      description: {
        type: 'string',
        title: 'Description',
        description: 'Shown below the title. Line breaks are preserved.',
        maxLength: MAX_TEXT_LENGTH,
      },
      fields: { ...askedFieldsSchema('The questions of the form.'), title: 'Fields', default: [] },
      submitText: {
        type: 'string',
        title: 'Button',
        description: 'The text of the submit button.',
        minLength: 1,
        maxLength: 60,
        default: 'Send',
      },
      thanks: {
        type: 'string',
        title: 'Confirmation message',
        description: 'Shown after the form is submitted. {{ … }} inserts the answers.',
        maxLength: MAX_TEXT_LENGTH,
        default: 'Thank you. Your answers were received.',
        'x-control': 'template',
        'x-template': 'elsewhere',
      },
      signedInOnly: {
        type: 'boolean',
        title: 'Members only',
        description: 'Only signed-in members of the organization can submit the form.',
        default: false,
      },
      rateLimit: rateLimitSchema('Further submissions are refused with 429.'),
    },
  },
  newConfig: { title: 'Form', fields: [{ key: 'name', type: 'TEXT', label: 'Your name' }] },
  hasEffect: false,
  trigger: { sessions: 'FORM', keeps: ['public-page'], takes: 'placeholders' },
  produces: { name: 'form', fields: [SUBMITTED_BY], fieldsFromConfig: 'fields' },
  checkConfig: ({ fields }) => checkAskedFields(fields, '/fields', { reserved: [SUBMITTED_BY.key], files: true }),
});
