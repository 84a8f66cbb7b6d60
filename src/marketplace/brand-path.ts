/** A brand's page: by slug, else by id. */
export function brandPath({ id, slug }: { id: number; slug?: string | null }): string {
  return `/marketplace/brands/${encodeURIComponent(slug ?? String(id))}`;
}
