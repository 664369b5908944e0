import { routesOf } from '../http/define-route.ts';
import { showForm } from './show-form.ts';
import { submitForm } from './submit-form.ts';

/** Routes of public pages that start sessions. */
export const formsRoutes = routesOf('Forms', { showForm, submitForm });
