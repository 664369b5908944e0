import { output } from '../../contract/contract-system.ts';
import { eventsOf, postMessage, publishChat } from '../../contract/chat-lab.ts';
import { median, round, type RowResult } from '../row.ts';
import { startAgentLab } from './agent-lab.ts';

const MESSAGES = 100;

/**
 * Measures a chat on otherwise idle services: the time from a message to the request to the model, and from the last
 * byte of the model's answer to the event `done`.
 */
export async function measureChatAnswers(backend: 'redis' | 'postgres'): Promise<RowResult> {
  const askedAfter: number[] = [];
  const doneAfter: number[] = [];
  let [sentAt, answeredAt] = [0, 0];
  const { lab, agent, stop } = await startAgentLab(
    () => {
      askedAfter.push(performance.now() - sentAt);
      return { streamed: { pieces: ['It was ', 'sent.'] }, onSent: () => (answeredAt = performance.now()) };
    },
    { backend, env: { FORM_POSTS_PER_MINUTE_PER_ADDRESS: '10000' } },
  );
  try {
    const answers = agent({ prompt: '{{ chat.message }}' });
    const { url } = await publishChat(
      { api: lab.api, ingressUrls: [lab.ingressUrl] },
      {},
      answers,
      output('{{ answer.text }}'),
    );
    for (let count = 0; count < MESSAGES; count += 1) {
      sentAt = performance.now();
      for await (const { event, data } of eventsOf(await postMessage(url, { message: 'Where is my order?' }))) {
        if (event !== 'done') continue;
        if (data['status'] !== 'SUCCEEDED') throw new Error(`The answer ended ${String(data['status'])}`);
        doneAfter.push(performance.now() - answeredAt);
      }
    }
    const values = {
      [`chatAskedMs-${backend}`]: round(median(askedAfter), 1),
      [`chatDoneMs-${backend}`]: round(median(doneAfter), 1),
    };
    const [asked, done] = Object.values(values);
    return {
      values,
      title: `a message of a chat, queue on ${backend}`,
      measured: `p50 ${asked} ms to the model, ${done} ms from its last byte to \`done\``,
      bar: '–',
      passed: true,
    };
  } finally {
    await stop();
  }
}
