import {
  askedFieldsSchema,
  checkAskedFields,
  checkNotify,
  defineComponent,
  ERROR_PORT,
  MAX_WAIT_SECONDS,
  notifySchema,
  waitSecondsSchema,
  type ConfigProblem,
} from '@workflow/component-kit';
import type { Json } from '@workflow/workflow-model';

const MAX_CHOICES = 20;
const MAX_CHOICE_LENGTH = 60;
const TIMEOUT_PORT = 'timeout';

/** The fields of every decision. The fields that the page asks for are added. */
const DECISION = [
  { key: 'choice', type: 'TEXT' },
  { key: 'comment', type: 'TEXT' },
  { key: 'by', type: 'TEXT' },
  { key: 'at', type: 'DATE_TIME' },
] as const;

export const descriptor = defineComponent({
  type: 'approval',
  title: 'Approval',
  description:
    'Asks someone to decide, then continues on the matching path. ' +
    'Switch on Notify to send the link, or send {{ $approvalUrl("name of this component") }} in an earlier component.',
  category: 'flow',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: {
        type: 'string',
        title: 'Title',
        description: 'The decision to make, in a few words.',
        minLength: 1,
        'x-control': 'template',
        'x-template': 'text',
      },
      message: {
        type: 'string',
        title: 'Message',
        description: 'Details that help to decide. Line breaks are preserved.',
        default: '',
        'x-control': 'template',
        'x-template': 'text',
      },
      notify: notifySchema,
      choices: {
        type: 'array',
        title: 'Choices',
        description: 'Each choice is a button on the page and a port of this component.',
        minItems: 1,
        maxItems: MAX_CHOICES,
        items: { type: 'string', minLength: 1, maxLength: MAX_CHOICE_LENGTH },
        default: ['approve', 'reject'],
      },
      fields: { ...askedFieldsSchema('Other questions on the page.'), title: 'Fields', default: [] },
      timeoutSeconds: waitSecondsSchema,
      signedInOnly: {
        type: 'boolean',
        title: 'Members only',
        description: 'Only signed-in members of the organization can decide.',
        default: false,
      },
      approvers: {
        type: 'array',
        title: 'Approvers',
        description: 'Only members with these e-mail addresses can decide.',
        maxItems: 100,
        items: { type: 'string', format: 'email', maxLength: 320 },
        default: [],
      },
      remindAfterSeconds: {
        type: 'integer',
        title: 'Remind after (seconds)',
        description: 'Sends the event approval.waiting again at this interval, up to 10 times.',
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
  checkConfig: ({ choices, fields, notify }) => [
    ...checkNotify(notify),
    ...checkChoices(choices),
    ...checkAskedFields(fields, '/fields', { reserved: DECISION.map(({ key }) => key), files: false }),
  ],
});

function checkChoices(choices: Json | undefined): ConfigProblem[] {
  if (!Array.isArray(choices)) return [];
  return choices.flatMap((choice, index) => {
    const pointer = `/choices/${index}`;
    if (choice === TIMEOUT_PORT || choice === ERROR_PORT)
      return [{ pointer, rule: `The choice ${choice} is reserved for the port with this name` }];
    if (typeof choice === 'string' && choice.trim() !== choice)
      return [{ pointer, rule: 'A choice must not begin or end with a space' }];
    return choices.indexOf(choice) < index ? [{ pointer, rule: `The choice ${String(choice)} appears twice` }] : [];
  });
}
