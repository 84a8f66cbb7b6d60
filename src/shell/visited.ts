/** A page of this window, by its address and title. */
export type Visited = { path: string; title: string };

const MOST_KEPT = 12;
let pages: readonly Visited[] = [];

/** Notes the page that is open, once its title is known. Forgotten with the window, and by a reload. */
export function noteVisit(page: Visited): void {
  pages = [page, ...pages.filter(({ path }) => path !== page.path)].slice(0, MOST_KEPT);
}

/** The pages this window had open, latest first. */
export const visitedPages = (): readonly Visited[] => pages;
