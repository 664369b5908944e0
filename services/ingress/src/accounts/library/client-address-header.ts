/** The header that `answerAuth` sets from the connection, whatever the client sent under this name. */
export const CLIENT_ADDRESS_HEADER = 'x-workflow-client-address';
