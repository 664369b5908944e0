import { routesOf } from '../http/define-route.ts';
import { downloadFile } from './download-file.ts';
import { uploadFile } from './upload-file.ts';

/** Routes for files that values refer to. */
export const filesRoutes = routesOf('Files', { uploadFile, downloadFile });
