/** Pixels. */
export type Size = { width: number; height: number };

type Kept = { window: string; sizes: Record<string, Size> };

const KEY = 'verdant.grid-sizes';
const MOST = 60;

const windowNow = () => `${innerWidth} ${innerHeight}`;

/** The size something of this name had when it was last shown in a window as large as this one. */
export function keptSize(name: string | undefined): Size | undefined {
  return name === undefined ? undefined : now().sizes[name];
}

export function keepSize(name: string | undefined, { width, height }: Size): void {
  if (name === undefined || width === 0) return;
  const { window, sizes } = now();
  if (sizes[name]?.width === width && sizes[name].height === height) return;
  const { [name]: _, ...others } = sizes;
  const kept: Kept = {
    window,
    sizes: { ...Object.fromEntries(Object.entries(others).slice(1 - MOST)), [name]: { width, height } },
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or blocked storage only costs time.
  }
}

/** What is kept of windows like this one; another size forgets all of it. */
function now(): Kept {
  const none: Kept = { window: windowNow(), sizes: {} };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.window === none.window ? kept : none;
  } catch {
    return none;
  }
}
