import { ROUTE } from './events';
import { maskText } from './shown-words';

/*
 * What recordings hold is what is listed here; whatever else the recorder reads of a page, or a later version of it does, is
 * left out. The browser applies it before anything leaves, the server before anything is stored.
 */

/** An event of the recorder's, with its time (ms since 1970). */
export type RecordedEvent = { type: number; timestamp: number; data: object };

const TYPE = { loaded: 0, load: 1, whole: 2, change: 3, page: 4, ours: 5 } as const;
const SOURCE = { mutation: 0, input: 5, rules: 8, sheets: 15 } as const;
/** Changes that are figures alone: the pointer's way, presses, scrolling, the window's size, touches, drags. */
const FIGURES_ALONE: readonly number[] = [1, 2, 3, 4, 6, 12];
const FIGURES = /^(positions|x|y|id|timeOffset|type|pointerType|width|height|source)$/;

const NODE = { document: 0, doctype: 1, element: 2, text: 3 } as const;
const TAG = /^[a-z][a-z0-9-]{0,30}$/i;

/** Attributes that styles or the page's state need, by what their values may be. */
const SHAPE = /^[\w\s.,()%+-]*$/;
const TOKEN = /^[a-z-]{0,24}$/;
const ALLOWED: Readonly<Record<string, RegExp>> = {
  class: /^[\w\s-]*$/,
  role: TOKEN,
  type: TOKEN,
  dir: TOKEN,
  lang: /^[a-zA-Z-]{0,10}$/,
  rel: /^stylesheet$/,
  href: /^\/assets\/[\w.-]+\.css$/,
  popover: TOKEN,
  viewBox: SHAPE,
  d: /^[\w\s.,-]*$/,
  width: /^[\d.]+(px)?$/,
  height: /^[\d.]+(px)?$/,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
  rr_width: /^[\d.]+px$/,
  rr_height: /^[\d.]+px$/,
  rr_scrollLeft: /^[\d.-]+$/,
  rr_scrollTop: /^[\d.-]+$/,
  rr_open_mode: TOKEN,
};
const STATES =
  /^(hidden|disabled|open|inert|aria-(busy|current|disabled|expanded|hidden|invalid|pressed|selected|sort)|data-(app|busy|cards|density|first|height|icon|layout|open|part|pill|shape|shell|strip|theme|tone|wide))$/;

/** Properties of inline styles that place and size things. */
const PLACING =
  /^(--[a-z-]+|width|height|(min|max)-(width|height)|top|left|right|bottom|inset(-[a-z-]+)?|transform|translate|display|position|visibility|opacity|flex(-[a-z]+)?|grid-[a-z-]+|(margin|padding)(-[a-z-]+)?|gap|z-index|overflow(-[a-z]+)?)$/;
const PLACE = /^(?!.*url)-?[\w\s.,()%/*+-]{0,120}$/i;
/** A custom property is a figure, so that no word is in it. */
const FIGURE = /^-?[\d.]+(px|rem|em|ch|%|fr|deg|m?s)?$/;

/** The event as a recording may hold it; null if it holds nothing of it. */
export function masked(event: unknown): RecordedEvent | null {
  const { type, timestamp, data } = objectOf(event);
  if (typeof type !== 'number' || typeof timestamp !== 'number') return null;
  const kept = dataOf(type, objectOf(data));
  return kept && { type, timestamp, data: kept };
}

function dataOf(type: number, data: Fields): object | null {
  switch (type) {
    case TYPE.loaded:
    case TYPE.load:
      return {};
    case TYPE.page:
      return { href: '', width: figure(data.width), height: figure(data.height) };
    case TYPE.whole: {
      const node = nodeOf(data.node);
      return node && { node, initialOffset: offsetOf(objectOf(data.initialOffset)) };
    }
    case TYPE.change:
      return changeOf(data);
    case TYPE.ours:
      return typeof data.payload === 'string' && ROUTE.test(data.payload)
        ? { tag: 'screen', payload: data.payload }
        : null;
    default:
      return null;
  }
}

function changeOf(data: Fields): object | null {
  const { source } = data;
  if (source === SOURCE.mutation) {
    return {
      source,
      texts: listOf(data.texts).map(({ id, value }) => ({ id: figure(id), value: textOf(value) })),
      attributes: listOf(data.attributes).map(({ id, attributes }) => ({
        id: figure(id),
        attributes: changedAttributes(objectOf(attributes)),
      })),
      removes: listOf(data.removes).map(({ parentId, id }) => ({ parentId: figure(parentId), id: figure(id) })),
      adds: listOf(data.adds).flatMap(({ parentId, nextId, node }) => {
        const kept = nodeOf(node);
        return kept ? [{ parentId: figure(parentId), nextId: figure(nextId), node: kept }] : [];
      }),
    };
  }
  if (source === SOURCE.input) {
    // Neither what is typed nor how long it is, nor whether a box is checked.
    return { source, id: figure(data.id), text: data.text ? maskText('typed') : '', isChecked: false };
  }
  if (source === SOURCE.sheets) {
    return {
      source,
      id: figure(data.id),
      styleIds: Array.isArray(data.styleIds) ? data.styleIds.map(figure) : [],
      styles: listOf(data.styles).map(({ styleId, rules }) => ({
        styleId: figure(styleId),
        rules: listOf(rules).map(({ rule, index }) => ({ rule: gridRules(rule), index: figure(index) ?? 0 })),
      })),
    };
  }
  if (source === SOURCE.rules && typeof data.replaceSync === 'string') {
    return { source, id: figure(data.id), styleId: figure(data.styleId), replaceSync: gridRules(data.replaceSync) };
  }
  return FIGURES_ALONE.includes(source as number) ? (figuresOf(data) as object) : null;
}

function nodeOf(given: unknown): Fields | null {
  const node = objectOf(given);
  const { type } = node;
  const id = figure(node.id);
  if (type === NODE.document) return { type, id, childNodes: childrenOf(node) };
  if (type === NODE.doctype) return { type, id, name: 'html', publicId: '', systemId: '' };
  if (type === NODE.text) return { type, id, textContent: textOf(node.textContent) };
  if (type !== NODE.element || typeof node.tagName !== 'string' || !TAG.test(node.tagName)) return null;
  const tagName = node.tagName.toLowerCase() === 'script' ? 'noscript' : node.tagName;
  const isBare = node.needBlock === true || /^(style|noscript|title|meta)$/i.test(tagName);
  return {
    type,
    id,
    tagName,
    attributes: attributesOf(objectOf(node.attributes)),
    childNodes: isBare ? [] : childrenOf(node),
    ...(node.isSVG === true && { isSVG: true }),
    ...(node.needBlock === true && { needBlock: true }),
  };
}

const childrenOf = ({ childNodes }: Fields): Fields[] =>
  listOf(childNodes)
    .map(nodeOf)
    .filter((child) => child !== null);

function attributesOf(given: Fields): Fields {
  const kept: Fields = {};
  for (const [name, value] of Object.entries(given)) {
    // Set as an attribute it would need a looser policy where it is played.
    // What was masked before, by the browser, has it under the other name.
    if (name === 'style' || name === STYLE) kept[STYLE] = styleText(styleOf(value));
    else if (isAllowed(name, value)) kept[name] = hrefOf(name, value);
  }
  return kept;
}

/** Where an element's inline style is, which the player applies. */
export const STYLE = 'data-style';

function changedAttributes(given: Fields): Fields {
  const kept: Fields = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === 'style') kept.style = value === null ? null : styleOf(value);
    else if (value === null ? name in ALLOWED || STATES.test(name) : isAllowed(name, value))
      kept[name] = hrefOf(name, value);
  }
  return kept;
}

function isAllowed(name: string, value: unknown): boolean {
  if (value === true || value === false) return STATES.test(name);
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const text = String(hrefOf(name, value));
  const rule = Object.hasOwn(ALLOWED, name) ? ALLOWED[name] : STATES.test(name) ? TOKEN : undefined;
  return rule?.test(text) ?? false;
}

/** The recorder makes addresses whole; those of our own style sheets are kept without the host. */
const hrefOf = (name: string, value: unknown): unknown =>
  name === 'href' && typeof value === 'string' ? value.replace(/^https?:\/\/[^/]+(?=\/assets\/)/, '') : value;

type Style = Record<string, string | [string, string] | false>;

function styleOf(given: unknown): Style {
  const pairs =
    typeof given === 'string'
      ? given.split(';').map((one) => [one.split(':', 1)[0]?.trim() ?? '', one.replace(/^[^:]*:/, '').trim()] as const)
      : Object.entries(objectOf(given));
  const kept: Style = {};
  for (const [name, value] of pairs) {
    const [text, priority] = Array.isArray(value) ? value : [value, ''];
    if (!PLACING.test(name)) continue;
    if (text === false) kept[name] = false;
    else if (typeof text === 'string' && (name.startsWith('--') ? FIGURE : PLACE).test(text))
      kept[name] = priority === 'important' ? [text, 'important'] : text;
  }
  return kept;
}

const styleText = (style: Style): string =>
  Object.entries(style)
    .flatMap(([name, value]) => (typeof value === 'string' ? [`${name}: ${value}`] : []))
    .join('; ');

/** A rule of a list's own sheet: which of its parts, and their places in pixels. */
const GRID_RULE =
  /(\.[\w-]+(?: \.[\w-]+| \[data-part="?scroll"?\])?)\s*\{\s*((?:(?:width|left|right|scroll-padding-(?:left|right)|--grid-(?:start|end)):\s*-?[\d.]+px;?\s*)+)\}/g;

/** Those rules among others. */
const gridRules = (rules: unknown): string =>
  typeof rules === 'string'
    ? [...rules.matchAll(GRID_RULE)].map(([, part, sizes]) => `${part}{${sizes}}`).join('')
    : '';

type Fields = Record<string, unknown>;

const objectOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(objectOf) : []);
const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: unknown): string => (typeof value === 'string' ? maskText(value) : '');
const offsetOf = ({ left, top }: Fields) => ({ left: figure(left) ?? 0, top: figure(top) ?? 0 });

/** The figures of known fields, at any depth; no text. */
function figuresOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(figuresOf);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? value : null;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (FIGURES.test(name) ? [[name, figuresOf(one)]] : [])),
  );
}
