import { z } from 'zod';
import { Id } from '../contract/endpoint';
import { formatNumber } from '../money';

/** The most lines of an order. */
export const MOST_ORDER_LINES = 1000;
/** The most characters of a seller's notes and shipping details. */
export const MOST_NOTES = 4000;
export const MOST_SHIPPING_DETAILS = 2000;
export const MOST_SALES_REPS = 20;

const textUpTo = (most: number) => z.string().max(most, `Must be ${formatNumber(most)} characters or fewer`);
export const OrderNotes = textUpTo(MOST_NOTES);
export const ShippingDetails = textUpTo(MOST_SHIPPING_DETAILS);
export const SalesRepIds = z.array(Id).max(MOST_SALES_REPS, `At most ${MOST_SALES_REPS} sales reps`);
