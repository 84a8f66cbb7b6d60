/** Listeners to one kind of event. `on` returns the unsubscribe function. */
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
