/** A refusal as the API says it, with HTTP 400. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly code: string,
    readonly said: string,
    readonly detail: string,
    readonly element = '',
  ) {
    super(detail);
  }
}

export const faultBody = ({ code, said, detail, element }: Refusal) => ({
  Fault: { Error: [{ Message: said, Detail: detail, code, element }], type: 'ValidationFault' },
  time: new Date().toISOString(),
});

export const refusals = {
  missing: (element: string) =>
    new Refusal(
      '2020',
      'Required param missing, need to supply the required value for the API',
      `Required parameter ${element} is missing in the request`,
      element,
    ),
  unknown: (element: string, id: string) =>
    new Refusal(
      '2500',
      'Invalid Reference Id',
      `Invalid Reference Id : ${element} element id ${id} not found`,
      element,
    ),
  inactive: (element: string, name: string) =>
    new Refusal(
      '610',
      'Object Not Found',
      `Object Not Found : Something you’re trying to use has been made inactive. Check the fields with accounts, customers, items, vendors or employees. : ${name}`,
      element,
    ),
  gone: (id: string) => new Refusal('610', 'Object Not Found', `Object Not Found : Object ${id} was not found`),
  stale: () =>
    new Refusal(
      '5010',
      'Stale Object Error',
      'Stale Object Error : You and somebody else were working on this at the same time. They finished before you did, so your work was not saved.',
    ),
  duplicateNumber: (number: string) =>
    new Refusal(
      '6140',
      'Duplicate Document Number Error',
      `Duplicate Document Number Error : You must specify a different number. This number has already been used. DocNumber=${number}`,
      'DocNumber',
    ),
  duplicateName: (name: string) =>
    new Refusal('6240', 'Duplicate Name Exists Error', `The name supplied already exists. : ${name}`, 'DisplayName'),
  closed: (day: string) =>
    new Refusal(
      '6210',
      'Account Period Closed, Cannot Update Through Services API',
      `The account period has closed and the account books cannot be updated through the services API. Closed through ${day}`,
      'TxnDate',
    ),
  deposited: () =>
    new Refusal(
      '6540',
      'Deposited Transaction cannot be changed',
      'This transaction has been deposited. If you want to change or delete it, you must edit the deposit it appears on and remove it first.',
    ),
  tooLong: (element: string, most: number) =>
    new Refusal(
      '2050',
      'String length specified does not match the supported length.',
      `String length is either shorter or longer than supported by specification. Max : ${most}`,
      element,
    ),
  badText: (element: string) =>
    new Refusal(
      '2040',
      'Invalid String',
      `Invalid String. String is not alphanumeric or contains a character that is not supported: ${element}`,
      element,
    ),
  wrongAmount: () =>
    new Refusal(
      '6070',
      'Amount calculation incorrect in the request',
      'Amount is not equal to UnitPrice * Qty. Supplied value is not valid',
      'Amount',
    ),
  business: (detail: string, element = '') =>
    new Refusal(
      '6000',
      'A business validation error has occurred while processing your request',
      `Business Validation Error: ${detail}`,
      element,
    ),
  query: (detail: string) => new Refusal('4000', 'Error parsing query', `QueryParserError: ${detail}`),
};
