import { fileNameOf, type FileValue, type Json } from '@workflow/component-kit/run';
import { sendSigned, type Operation } from '../operation.ts';

/** Stores an object as a file while it arrives. */
export async function getObject(operation: Operation): Promise<Json> {
  const { context, begin } = operation;
  const key = context.config.key ?? '';
  let file: FileValue | null = null;
  await begin();
  await sendSigned(
    operation,
    { method: 'GET', key },
    {
      streamTo: ({ status, headers }) => {
        if (status !== 200) return null;
        const named = { name: fileNameOf(key) ?? 'object', contentType: headers['content-type'] ?? '' };
        return async (body) => {
          file = await context.files.write(named, body);
        };
      },
    },
  );
  return file as unknown as Json;
}
