/** How a query starts: with a reply that is here already, as old as it was asked for (ms since 1970); else with nothing. */
export function startingWith<T>(now: () => { data: T; at: number } | undefined) {
  let askedAt = 0;
  return {
    initialData: (): T | undefined => {
      const reply = now();
      askedAt = reply?.at ?? 0;
      return reply?.data;
    },
    initialDataUpdatedAt: () => askedAt,
  };
}
