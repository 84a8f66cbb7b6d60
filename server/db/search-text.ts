import { SEARCHED_AS, SEARCHED_AS_SEVERAL, UNSEARCHED } from '../../domain/search-text';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const [from, to] = [
  SEARCHED_AS.map(([letters]) => letters).join(''),
  SEARCHED_AS.map(([letters, as]) => as.repeat([...letters].length)).join(''),
];

const single = `translate(lower(regexp_replace(normalize($1, NFKD), ${quoted(UNSEARCHED)}, '', 'g')), ${quoted(from)}, ${quoted(to)})`;
const folded = SEARCHED_AS_SEVERAL.reduce(
  (text, [letter, as]) => `replace(${text}, ${quoted(letter)}, ${quoted(as)})`,
  single,
);

/**
 * Creates the database's `foldText`, which indexes are made of: once its rule changes, they must be made again. Most names
 * are plain letters, which takes no longer than to compare them. It isn't strict, since PostgreSQL then can't write it out
 * in a statement.
 */
export const SEARCH_TEXT = `create or replace function search_text(text) returns text language sql immutable parallel safe
  return case when octet_length($1) = char_length($1) then lower($1 collate "C") else ${folded} end`;
