import { tagOfVoided, voidedLabel } from './package';

/** A package as the tracking system names it: its tag, and whether the tag was taken from it there. */
export type NamedPackage = { label: string; isVoided: boolean; trackingId: number | null };

/** A package of ours that has a label. */
export type LabeledPackage = { licenseId: number; trackingId: number | null };

/**
 * Which package of ours a record means, by its label here; the label a package we don't have yet gets; and the label of
 * the package that loses its tag to it. Null for a package we never had whose tag is no longer its own.
 */
export type MeantPackage = { label: string; voids: string | null } | null;

/** The labels a package may have here: its tag, or that of a package whose tag another has by now. */
export const labelsOf = ({ label, trackingId }: NamedPackage): string[] =>
  trackingId === null ? [label] : [label, voidedLabel(label, trackingId)];

/**
 * Finds which package a record means. A license's tag can be used again after its package was voided: then another number
 * comes with it, and the package with the higher number is the new one. Another license has numbers of its own, and
 * a package we made ourselves has none yet. `newest` is the highest number read together with this tag.
 */
export function findMeant(
  { label, isVoided, trackingId }: NamedPackage,
  licenseId: number,
  own: ReadonlyMap<string, LabeledPackage>,
  newest: number | null,
): MeantPackage {
  const holder = own.get(label);
  if (trackingId === null) return isVoided ? null : { label, voids: null };
  const voided = voidedLabel(label, trackingId);
  if (own.has(voided)) return { label: voided, voids: null };
  const isHolder = holder?.licenseId === licenseId && holder.trackingId === trackingId;
  if (isVoided) return isHolder ? { label: voided, voids: label } : null;
  if (newest !== null && newest > trackingId) return { label: voided, voids: isHolder ? label : null };
  if (holder === undefined || holder.licenseId !== licenseId || holder.trackingId === null || isHolder)
    return { label, voids: null };
  return holder.trackingId < trackingId ? { label, voids: label } : { label: voided, voids: null };
}

/** The packages another was made of, by their labels here: `ours` names those that lost their tags since, theirs can't. */
export const sourcesHere = (theirs: readonly string[], ours: readonly string[]): string[] =>
  theirs.map((label) => ours.find((own) => tagOfVoided(own) === (tagOfVoided(label) ?? label)) ?? label);
