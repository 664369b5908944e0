/** The length in UTF-16 units of a password that a person chooses. */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
