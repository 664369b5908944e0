import { defineTemplate } from './define-template.ts';

const usage = { inputTokens: 0, outputTokens: 0, totalTokens: 0, cachedInputTokens: 0 };

export const researchWithABudget = defineTemplate({
  key: 'research-with-a-budget',
  name: 'Research with three tools and a budget',
  description: 'An agent answers a question with three tools. It stops at a number of turns and tokens.',
  needs: [{ kind: 'credential', name: 'Models', purpose: 'OpenAI, OpenAI-compatible or Anthropic' }],
  samples: { question: { question: 'Which of our lamps sells best in winter, and why?' } },
  workflows: {
    search: {
      name: 'Search articles',
      components: {
        start: {
          at: [0, 0],
          type: 'input',
          name: 'Question',
          config: { placeholders: [{ key: 'query', type: 'TEXT' }] },
        },
        end: {
          at: [1, 0],
          type: 'output',
          name: 'Found',
          config: { value: 'Articles about {{ query }}: none yet. Replace this by a search.' },
        },
      },
      connections: [['start', 'next', 'end']],
    },
    read: {
      name: 'Read article',
      components: {
        start: {
          at: [0, 0],
          type: 'input',
          name: 'Question',
          config: { placeholders: [{ key: 'id', type: 'TEXT' }] },
        },
        end: {
          at: [1, 0],
          type: 'output',
          name: 'Found',
          config: { value: 'The text of article {{ id }}. Replace this by an HTTP request.' },
        },
      },
      connections: [['start', 'next', 'end']],
    },
    sales: {
      name: 'Read sales',
      components: {
        start: {
          at: [0, 0],
          type: 'input',
          name: 'Question',
          config: { placeholders: [{ key: 'product', type: 'TEXT' }] },
        },
        end: {
          at: [1, 0],
          type: 'output',
          name: 'Found',
          config: { value: 'Sales of {{ product }}: 0. Replace this by a database query.' },
        },
      },
      connections: [['start', 'next', 'end']],
    },
  },
  components: {
    question: {
      at: [0, 0],
      type: 'input',
      name: 'Question',
      config: { placeholders: [{ key: 'question', type: 'TEXT' }] },
    },
    agent: {
      at: [1, 0],
      type: 'agent',
      name: 'Research',
      timeoutSeconds: 300,
      output: 'answer',
      config: {
        model: 'gpt-5-mini',
        instructions: 'You research questions with your tools. Name your sources. If you find nothing, answer so.',
        prompt: '{{ question }}',
        tools: [
          { workflowId: 'workflow:search', name: 'search', description: 'Finds articles about a topic.' },
          { workflowId: 'workflow:read', name: 'read', description: 'Reads an article by its id.' },
          { workflowId: 'workflow:sales', name: 'sales', description: 'Returns the sales of a product.' },
        ],
        maxTurns: 12,
        maxTokens: 100_000,
      },
      standIn: { text: 'The lamp Nova sells best, because of its warm light (article 7).', turns: 4, usage },
    },
    done: { at: [2, 0], type: 'output', name: 'Answer', config: { value: '{{ answer.text }}' } },
  },
  connections: [
    ['question', 'next', 'agent'],
    ['agent', 'next', 'done'],
  ],
});
