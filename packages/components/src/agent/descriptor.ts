import { checkFields, defineComponent, fieldsSchema, readFields } from '@workflow/component-kit';
import type { Field, Json } from '@workflow/workflow-model';
import { credentialField } from '../app-action/credential-field.ts';
import { checkAnswerFields, USAGE_FIELD } from '../models/answer-fields.ts';
import { answerSettings, filesField, modelFields } from '../models/model-fields.ts';

const TURNS: Field = { key: 'turns', type: 'NUMBER' };
const RESERVED = [TURNS.key, USAGE_FIELD.key];
/** The workflows and operations that one agent may call. Servers of models accept up to 128 tools. */
export const MAX_TOOLS = 100;
/** Matches a name of a tool, as the servers of models accept it. */
const TOOL_NAME = '^[a-zA-Z0-9_-]{1,64}$';

const approvalRule = {
  type: 'object',
  additionalProperties: false,
  properties: {
    when: {
      type: 'string',
      title: 'Only when',
      description:
        'Approval is needed only if this expression is true, such as euros > 100. If empty, every call needs it.',
      minLength: 1,
      maxLength: 10_000,
      'x-control': 'expression',
      'x-free-names': true,
    },
    approvers: {
      type: 'array',
      title: 'Approvers',
      description: 'E-mail addresses of the members who may decide. If empty, anyone who may decide approvals.',
      maxItems: 100,
      items: { type: 'string', title: 'E-mail', minLength: 3, maxLength: 320 },
    },
    timeoutSeconds: {
      type: 'integer',
      title: 'Timeout (seconds)',
      description: 'If nobody decides in this time, the model is informed and continues.',
      minimum: 1,
      maximum: 31_622_400,
      default: 86_400,
    },
  },
} as const;

const tool = {
  type: 'object',
  title: 'Tool',
  additionalProperties: false,
  properties: {
    workflowId: {
      type: 'string',
      title: 'Workflow',
      description: 'A published workflow. A tool is a workflow, or operations of an app.',
      format: 'uuid',
      'x-reference': { kind: 'workflow' },
    },
    componentId: {
      type: 'string',
      title: 'Start at',
      description: 'The trigger to start at. If empty, the only one with placeholders.',
      format: 'uuid',
      'x-reference': { kind: 'component', of: 'workflowId' },
    },
    name: {
      type: 'string',
      title: 'Name for the model',
      description: 'If empty, the name of the workflow.',
      pattern: TOOL_NAME,
      'x-message': 'must be 1 to 64 letters, digits, hyphens and underscores',
    },
    description: {
      type: 'string',
      title: 'Description for the model',
      description: 'When the model should call it. If empty, the description of the workflow.',
      maxLength: 4_000,
      'x-multiline': true,
    },
    app: {
      type: 'string',
      title: 'App',
      description: 'The app whose operations are tools. Each of them is a tool with its own name.',
      format: 'uuid',
      'x-reference': { kind: 'app' },
    },
    version: {
      type: 'integer',
      title: 'Version',
      description: 'The version of the app. It does not change when the source changes.',
      minimum: 1,
    },
    actions: {
      type: 'array',
      title: 'Operations',
      description: 'The keys of the operations that the model may call.',
      minItems: 1,
      maxItems: MAX_TOOLS,
      uniqueItems: true,
      items: {
        type: 'string',
        title: 'Operation',
        minLength: 1,
        maxLength: 300,
        'x-reference': { kind: 'operation', of: 'app' },
      },
      'x-operation': { app: 'app', version: 'version', action: 'actions', credential: 'credential' },
    },
    credential: credentialField,
    approval: {
      title: 'Approval',
      description: 'A person must approve the call before it begins. In a definition, true means every call.',
      anyOf: [{ type: 'boolean' }, approvalRule],
    },
  },
} as const;

export const descriptor = defineComponent({
  type: 'agent',
  title: 'Agent',
  description: 'Lets a language model work on a task turn by turn. Its tools are workflows and operations of apps.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['credential', 'model', 'prompt'],
    properties: {
      ...modelFields,
      instructions: {
        type: 'string',
        title: 'Instructions',
        description: 'Explain the purpose of the agent, and what it must not do.',
        maxLength: 1_000_000,
        default: '',
        'x-control': 'template',
        'x-template': 'text',
        'x-multiline': true,
      },
      prompt: {
        type: 'string',
        title: 'Task',
        minLength: 1,
        maxLength: 1_000_000,
        'x-control': 'template',
        'x-template': 'text',
        'x-multiline': true,
        'x-takes': 'message',
      },
      files: filesField('the task'),
      tools: {
        type: 'array',
        title: 'Tools',
        maxItems: MAX_TOOLS,
        default: [],
        items: tool,
        'x-control': 'tools',
      },
      memory: {
        type: 'object',
        title: 'Memory',
        description: 'The questions and answers of earlier sessions with the same key continue the conversation.',
        additionalProperties: false,
        required: ['key'],
        properties: {
          key: {
            type: 'string',
            title: 'Key',
            description: 'Identifies the conversation, such as {{ chat.conversationId }}.',
            minLength: 1,
            maxLength: 10_000,
            'x-control': 'template',
            'x-template': 'text',
          },
          turns: {
            type: 'integer',
            title: 'Earlier answers',
            description: 'How many of the latest questions and answers the model gets.',
            minimum: 1,
            maximum: 100,
            default: 10,
          },
        },
      },
      fields: {
        ...fieldsSchema('The fields that the answer must have. If empty, the answer is text.'),
        title: 'Fields of the answer',
      },
      maxTurns: {
        type: 'integer',
        title: 'Maximum turns',
        description: 'How many requests to the model one step may make. Each request is a turn.',
        minimum: 1,
        maximum: 1_000,
        default: 10,
      },
      maxTokens: {
        type: 'integer',
        title: 'Maximum tokens',
        description: 'The maximum number of tokens of all turns together, in and out. If empty, no limit.',
        minimum: 1,
        maximum: 1_000_000_000,
      },
      turnTimeoutSeconds: {
        type: 'integer',
        title: 'Timeout of a turn (seconds)',
        minimum: 1,
        maximum: 3_600,
        default: 120,
      },
      ...answerSettings,
    },
  },
  hasEffect: true,
  timeoutSeconds: 600,
  limitsOwnTime: true,
  startsSessions: { waits: () => true },
  produces: { name: 'answer', shapeOf: ({ fields }) => ({ type: 'OBJECT', fields: answerFields(fields) }) },
  pinning: 'partial',
  newConfig: { instructions: '', prompt: '' },
  checkConfig: ({ fields }) => [...checkFields(fields, '/fields'), ...checkAnswerFields(fields, '/fields', RESERVED)],
});

function answerFields(fields: Json | undefined): Field[] {
  const wanted = readFields(fields);
  return [...(wanted.length === 0 ? [{ key: 'text', type: 'TEXT' } as const] : wanted), TURNS, USAGE_FIELD];
}
