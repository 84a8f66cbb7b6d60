const PUTS_BACK = /set\s+state = 'created',\s+started_on = null,\s+heartbeat_on = null/i;

/**
 * The statement by which pg-boss puts back the jobs of a portion that are more than their organization may have at once.
 * It makes them new ones, and of equal new jobs a queue has one: where another waits, the statement fails, and the whole
 * portion is held until its heartbeat is missed. As jobs to be tried again they wait beside others. Other statements stay
 * as they are.
 */
export const puttingBackBeside = (text: string): string =>
  PUTS_BACK.test(text) ? text.replace("state = 'created'", "state = 'retry'") : text;
