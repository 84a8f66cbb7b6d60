import { z } from 'zod';
import { RowId } from '../contract/endpoint';

const Version = z.number().int().nonnegative();

/** What a reader may do about a notification, in place, with what its own call takes. */
export const Act = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('ACCEPT_CONNECTION'), connectionId: RowId }),
  z.strictObject({ act: z.literal('IGNORE_CONNECTION'), connectionId: RowId }),
  z.strictObject({ act: z.literal('JOIN_ORGANIZATION'), inviteCode: z.string(), orgName: z.string() }),
  z.strictObject({ act: z.literal('TAKE_BRAND'), inviteCode: z.string(), brandName: z.string() }),
  z.strictObject({
    act: z.literal('DECLINE_BRAND'),
    brandInviteId: RowId,
    brandName: z.string(),
    orgName: z.string(),
  }),
  z.strictObject({ act: z.literal('ACCEPT_ORDER'), orderId: RowId, orderNumber: z.string(), version: Version }),
  z.strictObject({ act: z.literal('REJECT_ORDER'), orderId: RowId, orderNumber: z.string(), version: Version }),
  z.strictObject({ act: z.literal('APPROVE_ORDER'), approvalId: RowId }),
  z.strictObject({ act: z.literal('DECLINE_ORDER'), approvalId: RowId }),
]);
export type Act = z.infer<typeof Act>;
export type ActOf<K extends Act['act']> = Extract<Act, { act: K }>;
