import type { Services } from '../context';
import type { Books } from './books';

/** The books organizations connect, of this installation. */
export const booksOf = ({ books }: Pick<Services, 'books'>): Books => books;
