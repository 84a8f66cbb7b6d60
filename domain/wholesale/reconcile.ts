import type { FieldOwner } from './vocabulary';

/** A field's value as it lies in JSON. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Fields = Readonly<Record<string, Value>>;

export type Difference = { field: string; ours: Value; agreed: Value; theirs: Value };
/** An edit that a field's owner outvoted: said, never lost in silence. */
export type Overruled = { field: string; side: 'OURS' | 'THEIRS'; was: Value; became: Value };

export type Reconciled = {
  /** What to write here, and what to send there. */
  take: Fields;
  send: Fields;
  conflicts: Difference[];
  overruled: Overruled[];
  /** The agreement once both were done; a field that failed keeps its old one. */
  agreed: Fields;
};

/** Whether two values are the same in JSON, whatever the order of an object's keys. */
export function isSame(one: Value | undefined, other: Value | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [Object.entries(one), other as Record<string, Value>];
  return (
    left.length === Object.keys(right).length &&
    left.every(([key, value]) => Object.hasOwn(right, key) && isSame(value, right[key]))
  );
}

const isEmpty = (value: Value): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Compares a record here with its counterpart there, for the fields that both sides have and `owners` names. A field that one
 * side changed since they agreed goes to the other; one that both changed alike is agreed; one that both changed
 * differently is its owner's, or a conflict when the last edit decides. Without an agreement a filled field fills an empty
 * one. Values must be as both sides keep them (cut, trimmed), or they would be sent again and again.
 */
export function reconcile(record: {
  ours: Fields;
  agreed: Fields;
  theirs: Fields;
  owners: Readonly<Record<string, FieldOwner>>;
}): Reconciled {
  const take: Record<string, Value> = {};
  const send: Record<string, Value> = {};
  const agreed: Record<string, Value> = { ...record.agreed };
  const conflicts: Difference[] = [];
  const overruled: Overruled[] = [];

  for (const [field, owner] of Object.entries(record.owners)) {
    const [ours, theirs] = [record.ours[field], record.theirs[field]];
    if (ours === undefined || theirs === undefined) continue;
    const before = record.agreed[field];
    const known = before !== undefined;
    if (isSame(ours, theirs)) {
      agreed[field] = ours;
      continue;
    }
    const weChanged = known ? !isSame(ours, before) : !isEmpty(ours);
    const theyChanged = known ? !isSame(theirs, before) : !isEmpty(theirs);
    if (owner === 'LAST_EDIT' && weChanged && theyChanged) {
      conflicts.push({ field, ours, agreed: before ?? null, theirs });
      continue;
    }
    const isOurs = owner === 'LAST_EDIT' ? weChanged : owner === 'OURS';
    const [winner, loser] = isOurs ? [ours, theirs] : [theirs, ours];
    (isOurs ? send : take)[field] = winner;
    agreed[field] = winner;
    if (isOurs ? theyChanged : weChanged)
      overruled.push({ field, side: isOurs ? 'THEIRS' : 'OURS', was: loser, became: winner });
  }
  return { take, send, conflicts, overruled, agreed };
}
