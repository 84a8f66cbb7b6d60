/** A list of listeners to one kind of news. `on` gives back how to stop listening. */
export function listeners<T>() {
  const all = new Set<(news: T) => void>();
  return {
    on(listener: (news: T) => void): () => void {
      all.add(listener);
      return () => {
        all.delete(listener);
      };
    },
    emit(news: T): void {
      for (const listener of [...all]) listener(news);
    },
  };
}
