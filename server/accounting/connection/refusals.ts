import { DomainError } from '../../../domain/errors';
import { BooksRefused } from '../books';

/** What a person is told whom the books refused something they asked for. */
export function refusalToPerson(error: unknown): unknown {
  if (!(error instanceof BooksRefused)) return error;
  if (error.fault === 'TRANSIENT' || error.fault === 'THROTTLED' || error.fault === 'UNCERTAIN')
    return new DomainError('UNAVAILABLE', 'The accounting service isn’t responding. Try again in a few minutes.', {
      cause: error,
    });
  if (error.fault === 'AUTH')
    return new DomainError('CONFLICT', 'The books no longer let Verdant in. Connect them again.');
  return new DomainError('CONFLICT', error.message);
}

/** Asks the books for a person. */
export const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw refusalToPerson(error);
  });
