/** The bytes of the ids of a workflow and of its component, in base64url. */
const FORM_ID = /^[A-Za-z0-9_-]{43}$/;
const UUID_BYTES = 16;

export interface FormPlace {
  workflowId: string;
  componentId: string;
}

/**
 * Returns the last part of a form's address, which is the same for all versions of its workflow. It is not a secret.
 */
function formIdOf({ workflowId, componentId }: FormPlace): string {
  return Buffer.from(`${workflowId}${componentId}`.replaceAll('-', ''), 'hex').toString('base64url');
}

export function formUrl(publicUrl: string, place: FormPlace): string {
  return `${publicUrl.replace(/\/$/, '')}/forms/${formIdOf(place)}`;
}

/** Returns null when no form can have this id. */
export function readFormId(id: string): FormPlace | null {
  if (!FORM_ID.test(id)) return null;
  const bytes = Buffer.from(id, 'base64url');
  const place = {
    workflowId: uuidText(bytes.subarray(0, UUID_BYTES)),
    componentId: uuidText(bytes.subarray(UUID_BYTES)),
  };
  return formIdOf(place) === id ? place : null;
}

function uuidText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
