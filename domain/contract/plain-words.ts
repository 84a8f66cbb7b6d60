import { z } from 'zod';
import { formatNumber } from '../money';
import { counted, eitherOf } from '../text';
import { choiceWords } from './choice-words';

const CHECK = 'Check what you entered';
/** More choices than this are not listed in a sentence. */
const MOST_NAMED = 6;

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be yes or no',
  array: 'Must be a list',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an email address',
  url: 'Enter a web address',
  date: 'Enter a date, such as 11/20/2026',
  datetime: 'Enter a date and time',
};

const COUNTED: Readonly<Record<string, string>> = { string: 'character', array: 'entry', file: 'byte' };
const counts = (many: number | bigint, one: string) =>
  counted(Number(many), one, one === 'entry' ? 'entries' : undefined);

/** What is said of input whose schema has no sentence of its own, without a word of the schema's. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'Required' : (TYPES[issue.expected] ?? CHECK);
    case 'invalid_value':
      return choose(issue.values);
    case 'invalid_format':
      return FORMATS[issue.format] ?? CHECK;
    case 'too_small': {
      const one = COUNTED[issue.origin];
      if (issue.origin === 'string' && issue.minimum === 1) return 'Required';
      if (issue.origin === 'array' && issue.minimum === 1) return 'Choose at least one';
      if (one !== undefined) return `Must be ${counts(issue.minimum, one)} or more`;
      const least = formatNumber(Number(issue.minimum));
      return issue.inclusive === false ? `Must be greater than ${least}` : `Must be ${least} or more`;
    }
    case 'too_big': {
      const one = COUNTED[issue.origin];
      if (one !== undefined) return `Must be ${counts(issue.maximum, one)} or fewer`;
      const most = formatNumber(Number(issue.maximum));
      return issue.inclusive === false ? `Must be less than ${most}` : `Must be ${most} or less`;
    }
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`;
    default:
      return CHECK;
  }
}

/** 'Choose copy or current'. */
function choose(values: readonly z.core.util.Primitive[]): string {
  if (values.length > MOST_NAMED) return 'Choose one from the list';
  const [only, ...more] = values;
  if (more.length === 0) return only === true ? 'Must be yes' : CHECK;
  const names = values.map((value) =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : choiceWords(String(value)),
  );
  return `Choose ${eitherOf(names)}`;
}

// Of every schema. Imported by what shows refusals: the gate of the server, and the browser's forms, which load later.
z.config({ customError: plainWords });
