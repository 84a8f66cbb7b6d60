import { FRAME_KEY } from '../providers/call/early';
import { currentSubject } from '../providers/call/tokens';

/**
 * A screen as it was last drawn, for `src/early.ts` to draw at once on the next visit to its address: surfaces, words of the
 * interface and bars where data stands, each a box at its place. No data is kept.
 */
export type Frame = { width: number; theme: string; boxes: readonly FrameBox[] };
/** A box's style in CSS, and the word in it or the markup of its icon. */
export type FrameBox = { css: string; text?: string; icon?: string };

type Kept = { subject: string; frames: Record<string, Frame> };

const MOST_FRAMES = 8;
const MOST_BOXES = 400;
/** A bar's height in pixels. */
const BAR = 9;

/** Keeps the page at this address as it is drawn now; `title` is its own, where its heading says no more than that. */
export function keepFrame(path: string, title: string): void {
  const boxes = boxesOf(title);
  if (boxes.length === 0 || boxes.length > MOST_BOXES) return;
  try {
    const subject = currentSubject();
    const stored = JSON.parse(localStorage.getItem(FRAME_KEY) ?? 'null') as Kept | null;
    const { [path]: _, ...others } = stored?.subject === subject ? stored.frames : {};
    const frames = {
      ...Object.fromEntries(Object.entries(others).slice(1 - MOST_FRAMES)),
      [path]: { width: innerWidth, theme: theme(), boxes },
    };
    localStorage.setItem(FRAME_KEY, JSON.stringify({ subject, frames } satisfies Kept));
  } catch {
    // Full or blocked storage only costs time.
  }
}

/** Whether the page is one to keep: loaded, at its top, with nothing opened over it. */
export const isAtRest = (): boolean =>
  document.querySelector('[aria-busy="true"], dialog[open], [popover]:popover-open') === null &&
  [document.scrollingElement, ...document.querySelectorAll('main, [data-part="scroll"]')].every(
    (one) => !one?.scrollTop && !one?.scrollLeft,
  );

const theme = () =>
  `${document.documentElement.dataset.theme ?? 'system'} ${matchMedia('(prefers-color-scheme: dark)').matches}`;

/** Where words are the interface's own. */
const WORDS = '[data-shell="bar"] > a, nav[aria-label="Apps"], [role="columnheader"]';
const ICONS = 'header, nav[aria-label="Apps"]';
const SKIPPED = '.v-hidden, [data-count], [hidden], option';

function boxesOf(title: string): FrameBox[] {
  const shell = document.querySelector<HTMLElement>('[data-shell="all"]');
  const boxes: FrameBox[] = [];
  const size = { width: innerWidth, height: innerHeight };
  const walk = (element: Element, clip: DOMRect) => {
    if (boxes.length > MOST_BOXES || element.matches(SKIPPED)) return;
    const own = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isFlat = style.display === 'contents';
    if (!isFlat && !isSeen(own, clip, style)) return;
    if (element instanceof SVGElement) {
      if (element.closest(ICONS)) boxes.push({ css: `${place(own)};color:${style.color}`, icon: element.outerHTML });
      return;
    }
    const inside = isFlat || style.overflow === 'visible' ? clip : meet(own, clip);
    if (!isFlat) boxes.push(...surface(meet(own, clip), style));
    if (element.matches('[data-part="body"]') && element.querySelector('[data-r="0"]')) {
      boxes.push(...rows(element, inside));
      return;
    }
    for (const child of element.childNodes) {
      if (child instanceof Element) walk(child, inside);
      else if (child instanceof Text && child.data.trim()) boxes.push(...said(child, element, style, inside, title));
    }
  };
  if (shell) walk(shell, new DOMRect(0, 0, size.width, size.height));
  return boxes;
}

function isSeen(
  { width, height, left, top, right, bottom }: DOMRect,
  clip: DOMRect,
  style: CSSStyleDeclaration,
): boolean {
  if (style.visibility !== 'visible' || style.opacity === '0' || style.display === 'none') return false;
  return width > 2 && height > 0 && left < clip.right && top < clip.bottom && right > clip.left && bottom > clip.top;
}

function meet(one: DOMRect, other: DOMRect): DOMRect {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  return new DOMRect(left, top, Math.min(one.right, other.right) - left, Math.min(one.bottom, other.bottom) - top);
}

const px = (value: number) => `${Math.round(value * 10) / 10}px`;
const place = ({ left, top, width, height }: DOMRect) =>
  `left:${px(left)};top:${px(top)};width:${px(width)};height:${px(height)}`;

const CLEAR = 'rgba(0, 0, 0, 0)';

/** What an element draws itself. */
function surface(at: DOMRect, style: CSSStyleDeclaration): FrameBox[] {
  const borders = (['Top', 'Right', 'Bottom', 'Left'] as const).flatMap((side) =>
    Number.parseFloat(style[`border${side}Width`]) > 0 && style[`border${side}Color`] !== CLEAR
      ? [`border-${side.toLowerCase()}:${style[`border${side}Width`]} solid ${style[`border${side}Color`]}`]
      : [],
  );
  const parts = [
    ...(style.backgroundColor === CLEAR ? [] : [`background:${style.backgroundColor}`]),
    ...borders,
    ...(style.boxShadow === 'none' ? [] : [`box-shadow:${style.boxShadow}`]),
  ];
  if (parts.length === 0) return [];
  return [
    {
      css: [place(at), ...parts, ...(style.borderRadius === '0px' ? [] : [`border-radius:${style.borderRadius}`])].join(
        ';',
      ),
    },
  ];
}

/** A text: as it is where it is the interface's, else a bar. */
function said(text: Text, parent: Element, style: CSSStyleDeclaration, clip: DOMRect, title: string): FrameBox[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  const at = meet(range.getBoundingClientRect(), clip);
  if (at.width < 2 || at.height < 2) return [];
  const isWord = parent.closest(WORDS) !== null || (parent.closest('h1') !== null && text.data === title);
  if (!isWord) return [{ css: `${place(bar(at))};background:var(--v-line);border-radius:3px` }];
  const { fontSize, fontWeight, letterSpacing, color } = style;
  const looks = `font-size:${fontSize};font-weight:${fontWeight};letter-spacing:${letterSpacing};color:${color}`;
  return [{ css: `${place(at)};line-height:${px(at.height)};${looks}`, text: text.data }];
}

const bar = ({ left, top, width, height }: DOMRect) =>
  new DOMRect(left, top + (height - BAR) / 2, Math.min(width, 320), BAR);

/** A grid's rows in one box: a bar where the first row has text, repeated. */
function rows(body: Element, clip: DOMRect): FrameBox[] {
  const first = body.querySelector('[data-r="0"]');
  const row = first?.getBoundingClientRect();
  if (!first || !row) return [];
  const bars = [...first.querySelectorAll('[data-c]')].flatMap((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const at = meet(range.getBoundingClientRect(), meet(cell.getBoundingClientRect(), clip));
    return at.width > 2 && cell.textContent ? [at] : [];
  });
  const height = px(row.height);
  const middle = `transparent calc(50% - ${BAR / 2}px),var(--v-line) 0 calc(50% + ${BAR / 2}px),transparent 0`;
  const layers = [
    ...bars.map(
      ({ left, width }) => `linear-gradient(${middle}) ${px(left - clip.left)} 0/${px(width)} ${height} repeat-y`,
    ),
    `linear-gradient(transparent calc(100% - 1px),var(--v-line) 0) 0 0/100% ${height} repeat-y`,
  ];
  const at = meet(new DOMRect(clip.left, row.top, clip.width, body.getBoundingClientRect().bottom - row.top), clip);
  return [{ css: `${place(at)};background:${layers.join(',')}` }];
}
