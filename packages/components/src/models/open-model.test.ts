import { expect, test } from '@jest/globals';
import { openModel } from './open-model.ts';

test('models of compatible servers share the schema of their streams, which the library makes for each', async () => {
  const open = async (baseUrl: string) => {
    const server = { api: 'chat-completions', baseUrl, apiKey: 'key' } as const;
    const { model } = await openModel(server, 'm', { fetch, reasons: false });
    return model as unknown as { chunkSchema: unknown };
  };
  const [one, other] = [await open('https://one.example/v1'), await open('https://other.example/v1')];
  expect(one.chunkSchema).toEqual(expect.any(Object));
  expect(other.chunkSchema).toBe(one.chunkSchema);
});
