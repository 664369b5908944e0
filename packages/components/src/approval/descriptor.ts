import {
  askedFieldsSchema,
  checkAskedFields,
  defineComponent,
  ERROR_PORT,
  MAX_WAIT_SECONDS,
  waitSecondsSchema,
  type ConfigProblem,
} from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';

const MAX_CHOICES = 20;
const MAX_CHOICE_LENGTH = 60;
const TIMEOUT_PORT = 'timeout';

/** What the output has beside the fields that the page asks for. */
const DECISION = [
  { key: 'choice', type: 'TEXT' },
  { key: 'comment', type: 'TEXT' },
  { key: 'by', type: 'TEXT' },
  { key: 'at', type: 'DATE_TIME' },
] as const;

export const descriptor = defineComponent({
  type: 'approval',
  title: 'Approval',
  description: 'Asks people to decide, on a page and in the console, and takes the port of their choice.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: {
        type: 'string',
        title: 'Title',
        description: 'What is to be decided, in a few words.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'text',
      },
      message: {
        type: 'string',
        title: 'Message',
        description: 'What somebody has to know to decide. Line breaks are kept.',
        default: '',
        'x-control': 'template',
        'x-template': 'text',
      },
      choices: {
        type: 'array',
        title: 'Choices',
        description: 'A button on the page and a port for each.',
        minItems: 1,
        maxItems: MAX_CHOICES,
        items: { type: 'string', minLength: 1, maxLength: MAX_CHOICE_LENGTH },
        default: ['approve', 'reject'],
      },
      fields: { ...askedFieldsSchema('What the page asks for beside the choice.'), title: 'Fields', default: [] },
      timeoutSeconds: waitSecondsSchema,
      signedInOnly: {
        type: 'boolean',
        title: 'Members only',
        description: 'Whoever decides must be signed in as a member of the organization.',
        default: false,
      },
      approvers: {
        type: 'array',
        title: 'Approvers',
        description: 'E-mail addresses of the members who may decide, and nobody else.',
        maxItems: 100,
        items: { type: 'string', format: 'email', maxLength: 320 },
        default: [],
      },
      remindAfterSeconds: {
        type: 'integer',
        title: 'Remind after (seconds)',
        description: 'The event approval.waiting is sent again each time, at most 10 times.',
        minimum: 1,
        maximum: MAX_WAIT_SECONDS,
      },
    },
  },
  hasEffect: false,
  timeoutSeconds: null,
  produces: { name: 'decision', fields: DECISION, fieldsFromConfig: 'fields' },
  ports: { list: 'choices', followedBy: [TIMEOUT_PORT, ERROR_PORT] },
  newConfig: { title: '', message: '', choices: ['approve', 'reject'] },
  asks: 'approval',
  pinning: { portField: 'choice', nullPort: TIMEOUT_PORT },
  checkConfig: ({ choices, fields }) => [
    ...checkChoices(choices),
    ...checkAskedFields(fields, '/fields', { reserved: DECISION.map(({ key }) => key), files: false }),
  ],
});

function checkChoices(choices: Json | undefined): ConfigProblem[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice, index) => {
    const pointer = `/choices/${index}`;
    if (choice === TIMEOUT_PORT || choice === ERROR_PORT)
      return [{ pointer, rule: `the choice ${choice} is reserved for the port of this name` }];
    if (typeof choice === 'string' && choice.trim() !== choice)
      return [{ pointer, rule: 'a choice must not begin or end with a space' }];
    return choices.indexOf(choice) < index ? [{ pointer, rule: `the choice ${String(choice)} is there twice` }] : [];
  });
}
