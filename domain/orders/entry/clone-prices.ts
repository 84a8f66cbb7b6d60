import { z } from 'zod';

export const CLONE_PRICES = ['copy', 'current'] as const;
/** Whether a clone keeps its original's prices, or has the customer's prices of today. */
export const ClonePrices = z.enum(CLONE_PRICES);
