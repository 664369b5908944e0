/** Thrown with the reason why a sign-in cannot begin, as a sentence for people. */
export class DiscoveryFailure extends Error {
  constructor(message: string) {
    super(
      message
        .replaceAll(/\p{Cc}+/gu, ' ')
        .slice(0, MAX_LENGTH)
        .toWellFormed(),
    );
  }
}

const MAX_LENGTH = 500;
