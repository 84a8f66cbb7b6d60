import type { Services } from '../context';
import type { Books } from './books';

/** The books organizations connect, of this installation. */
export const booksOf = ({ integrations }: Pick<Services, 'integrations'>): Books =>
  (integrations as unknown as { books: Books }).books;
