import { defineRoute } from '../http/define-route.ts';
import { pageResponse } from '../pages/page-reply.ts';
import { formParams, formPath, openForm } from './find-form.ts';
import { emptyFormPage } from './form-page.ts';

/** Shows the page of a published form (contract §10.3). */
export const showForm = defineRoute({
  method: 'GET',
  path: formPath,
  summary: 'The page of a form',
  description: 'The URL is the `publicUrl` of the component.',
  security: { kind: 'address' },
  params: formParams,
  responses: {
    200: pageResponse('The page.'),
    303: { description: 'To the sign-in, where the form is for members of the organization.' },
    403: pageResponse('The signed-in person is not a member of the organization.'),
    404: pageResponse('There is no such form, or its workflow is not published.'),
  },
  async handler(context, request) {
    const opened = await openForm(context, request);
    return 'reply' in opened ? opened.reply : emptyFormPage(context, opened.page);
  },
});
