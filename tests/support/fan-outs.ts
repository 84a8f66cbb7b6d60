/** Statements that read tenants' rows of every organization on purpose, with the reason. */
export const FAN_OUTS: readonly { name: string; statement: RegExp; reason: string }[] = [];
