import type { FieldSpec } from '../../../kit/form/fields';
import { CallError } from '../../../providers/call/call-errors';

/** Why an order proceeds despite its customer's hold or credit limit. */
export const OVERRIDE_FIELD: FieldSpec<{ reason: string }> = {
  name: 'reason',
  label: 'Reason',
  required: true,
  maxLength: 500,
  hint: 'Saved in the audit log.',
};

/** Whether a call was stopped by a customer's credit, and this person may say why it proceeds. */
export const mayOverride = (error: unknown): boolean =>
  error instanceof CallError && error.body.errorObject?.mayOverride === true;
