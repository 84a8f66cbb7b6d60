import { DomainError } from '../../../domain/errors';

/** The refusal that is raised; throws when none is. */
export function refusalOf(act: () => unknown): DomainError {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('Nothing was refused');
}
