/** The lowest UUID (RFC 9562 §5.9). No row has it, so a list that begins after it is complete. */
export const FIRST_UUID = '00000000-0000-0000-0000-000000000000';
/** The highest UUID (RFC 9562 §5.10). */
export const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
