import {
  mailAttachments,
  StepFailure,
  type ComponentFiles,
  type Json,
  type MailAttachment,
} from '@workflow/component-kit/run';

const MAX_ATTACHMENTS = 50;

/** Finds the files, and decodes base64. @throws StepFailure CONFIG_INVALID, FILE_MISSING */
export async function readAttachments(given: readonly Json[], files: ComponentFiles): Promise<MailAttachment[]> {
  const count = given.flat().filter((item) => item !== null).length;
  if (count > MAX_ATTACHMENTS)
    throw new StepFailure('CONFIG_INVALID', `attachments has ${count} entries. The limit is ${MAX_ATTACHMENTS}`);
  const attachments: MailAttachment[] = [];
  for (const attached of mailAttachments([...given], 'attachments'))
    if ('file' in attached) {
      const { value, read } = await files.open(attached.file);
      attachments.push({ name: value.name, contentType: value.contentType, open: read });
    } else {
      const { name, contentType, bytes } = attached;
      attachments.push({ name, contentType, open: () => [bytes] });
    }
  return attachments;
}
