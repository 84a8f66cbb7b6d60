import { formatNumber } from '../../../../../domain/money';

/** "1 customer", "1,200 customers". */
export const customersText = (count: number) => (count === 1 ? '1 customer' : `${formatNumber(count)} customers`);
