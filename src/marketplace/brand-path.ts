/** Where a brand's page is: by the name in its address, else by its id. */
export function brandPath({ id, slug }: { id: number; slug?: string | null }): string {
  return `/marketplace/brands/${encodeURIComponent(slug ?? String(id))}`;
}
