import { defineTemplate } from './define-template.ts';

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, cachedInputTokens: 0 };

export const chatOverATable = defineTemplate({
  key: 'chat-over-a-table',
  name: 'Chat about a table',
  description:
    'People chat on a public page with an agent that looks up rows of a table. It remembers the conversation.',
  needs: [{ kind: 'credential', name: 'Models', purpose: 'OpenAI, OpenAI-compatible or Anthropic' }],
  samples: {
    chat: {
      'chat.message': 'What does the lamp Nova cost?',
      'chat.conversationId': '00000000-0000-4000-8000-000000000001',
    },
  },
  tables: [
    {
      name: 'products',
      columns: [
        { key: 'name', type: 'TEXT' },
        { key: 'price', type: 'NUMBER' },
      ],
    },
  ],
  workflows: {
    find: {
      name: 'Find product',
      components: {
        start: {
          at: [0, 0],
          type: 'input',
          name: 'Product',
          config: { placeholders: [{ key: 'product', type: 'TEXT' }] },
        },
        find: {
          at: [1, 0],
          type: 'table',
          name: 'Find',
          output: 'found',
          config: {
            table: 'products',
            operation: 'find',
            where: { name: '{{ product }}' },
            limit: 20,
          },
        },
        end: { at: [2, 0], type: 'output', name: 'Found', config: { value: '{{ found }}' } },
      },
      connections: [
        ['start', 'next', 'find'],
        ['find', 'next', 'end'],
      ],
    },
  },
  components: {
    chat: {
      at: [0, 0],
      type: 'chat',
      name: 'Chat',
      output: 'chat',
      config: { title: 'Ask about our lamps', greeting: 'Hello. Which lamp would you like to know more about?' },
    },
    agent: {
      at: [1, 0],
      type: 'agent',
      name: 'Answer',
      output: 'answer',
      config: {
        model: 'gpt-5-mini',
        instructions: 'You answer questions about the lamps of a shop, in two sentences, from its table of products.',
        prompt: '{{ chat.message }}',
        tools: [{ workflowId: 'workflow:find', name: 'find_product', description: 'Finds a product by its name.' }],
        memory: { key: '{{ chat.conversationId }}', turns: 10 },
        maxTurns: 6,
        maxTokens: 30_000,
      },
      standIn: { text: 'The lamp Nova costs 40 euros.', turns: 2, usage },
    },
    done: { at: [2, 0], type: 'output', name: 'Answer', config: { value: '{{ answer.text }}' } },
  },
  connections: [
    ['chat', 'next', 'agent'],
    ['agent', 'next', 'done'],
  ],
});
