import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import css from './map.module.css';

/** How many tones of regions there are; more repeat, so a region also shows its label. */
export const TONES = 6;

export type MapMark = { tone: number; label: string };
export type MapRegion = { id: string; name: string; outline: string; x: number; y: number; mark: MapMark | null };
export type MapPoint = {
  id: string;
  x: number;
  y: number;
  kind: 'dot' | 'pin' | 'code';
  name: string;
  /** Its radius in pixels. */
  size: number;
  mark?: MapMark | null;
};
/** Whether a drawn shape has a point in it. */
export type IsInside = (point: { x: number; y: number }) => boolean;

type RegionMapProps = {
  /** What it shows, for people who can't see it; a table must say the same. */
  label: string;
  width: number;
  height: number;
  regions: readonly MapRegion[];
  points: readonly MapPoint[];
  /** Fills the map with one region. */
  focus?: string | null;
  onPress?: ((id: string) => void) | undefined;
  /** Drags draw a shape instead. */
  onDraw?: ((isInside: IsInside) => void) | undefined;
};

type Box = { x: number; y: number; width: number; height: number };

/**
 * Regions and points on a plane, colored and labeled. The pointer presses a region or draws around points; a form
 * beside it must offer the same.
 */
export function RegionMap(props: RegionMapProps) {
  const { label, width, height, regions, points, focus = null, onPress, onDraw } = props;
  const svg = useRef<SVGSVGElement>(null);
  const box = useFocus(svg, focus, { x: 0, y: 0, width, height });
  const { shape, ...drawing } = useDrawing(svg, onDraw);
  // Marks keep their size on screen, however near or small the map is.
  const scale = useUnitsPerPixel(svg, box);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the form beside it is the keyboard's way.
    <svg
      ref={svg}
      className={css.map}
      viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
      style={{ aspectRatio: width / height }}
      role="img"
      aria-label={label}
      data-draws={onDraw ? true : undefined}
      {...(onDraw ? drawing : {})}
      onClick={({ target }) => {
        const id = (target as Element).getAttribute('data-region');
        if (id && !onDraw) onPress?.(id);
      }}
    >
      {regions.map(({ id, name, outline, mark }) => (
        <path
          key={id}
          d={outline}
          data-region={id}
          data-tone={mark ? mark.tone % TONES : undefined}
          data-presses={onPress && !onDraw ? true : undefined}
        >
          <title>{name}</title>
        </path>
      ))}
      {regions.map(
        ({ id, x, y, mark }) =>
          mark && (
            <text key={id} x={x} y={y} fontSize={11 * scale} data-tone={mark.tone % TONES}>
              {mark.label}
            </text>
          ),
      )}
      {points.map((point) => (
        <Point key={`${point.kind} ${point.id}`} point={point} scale={scale} />
      ))}
      {shape && <path d={shape} className={css.shape} />}
    </svg>
  );
}

function Point({ point: { x, y, kind, name, size, mark }, scale }: { point: MapPoint; scale: number }) {
  const r = size * scale;
  const tone = mark ? { 'data-tone': mark.tone % TONES } : {};
  if (kind === 'pin') {
    return (
      <rect className={css.pin} x={x - r} y={y - r} width={2 * r} height={2 * r} transform={`rotate(45 ${x} ${y})`}>
        <title>{name}</title>
      </rect>
    );
  }
  return (
    <circle className={css[kind]} cx={x} cy={y} r={r} {...tone}>
      <title>{name}</title>
    </circle>
  );
}

/** The part of the map to show: a region with a margin, or all of it. */
function useFocus(svg: RefObject<SVGSVGElement | null>, focus: string | null, whole: Box): Box {
  const [box, setBox] = useState<Box | null>(null);
  useEffect(() => {
    const region = focus && svg.current?.querySelector<SVGPathElement>(`[data-region="${CSS.escape(focus)}"]`);
    if (!region) return setBox(null);
    const { x, y, width, height } = region.getBBox();
    const margin = Math.max(width, height) * 0.08;
    setBox({ x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin });
  }, [svg, focus]);
  return box ?? whole;
}

/** How much of the plane a pixel shows. */
function useUnitsPerPixel(svg: RefObject<SVGSVGElement | null>, box: Box): number {
  const [size, setSize] = useState({ width: box.width, height: box.height });
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [svg]);
  return Math.max(box.width / Math.max(size.width, 1), box.height / Math.max(size.height, 1));
}

/** Draws a shape with the pointer, and hands over what is in it when the pointer is released. */
function useDrawing(svg: RefObject<SVGSVGElement | null>, onDraw: RegionMapProps['onDraw']) {
  const [drawn, setDrawn] = useState<readonly string[]>([]);
  const place = ({ clientX, clientY }: PointerEvent) => {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(svg.current?.getScreenCTM()?.inverse());
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const shape = drawn.length > 0 ? `M${drawn.join('L')}Z` : null;
  const stop = () => {
    if (drawn.length > 2 && shape && onDraw) {
      const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.setAttribute('d', shape);
      svg.current?.append(path);
      onDraw(({ x, y }) => path.isPointInFill(new DOMPoint(x, y)));
      path.remove();
    }
    setDrawn([]);
  };
  return {
    shape,
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrawn([place(event)]);
    },
    onPointerMove: (event: PointerEvent) => drawn.length > 0 && setDrawn([...drawn, place(event)]),
    onPointerUp: stop,
    onPointerCancel: () => setDrawn([]),
  };
}
