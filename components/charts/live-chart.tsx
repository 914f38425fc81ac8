'use client';

import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '@/components/ui/icon';
import { formatPeriod } from '@/lib/format/period';
import { t } from '@/lib/language/t';
import type { DrawnChart } from './chart-series';
import { PeriodLinks } from './period-links';
import { saveDrawing, saveImage } from './save-image';

type Props = {
  chart: DrawnChart;
  label: string;
  /** Subtitle of the saved image. */
  about: string;
  /** Path of the chain. */
  chainPath: string;
  /** Without its ending. */
  fileName: string;
  /** Shown below the chart. */
  remarks: ReactNode;
  children: ReactNode;
};
type Interactive = ComponentType<{
  chart: DrawnChart;
  label: string;
  width: number;
  pick: (index: number) => void;
}>;

/** Shows `children`, the server-rendered chart, until the interactive one of the same size has loaded. */
export function LiveChart({ chart, label, about, chainPath, fileName, remarks, children }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [Interactive, setInteractive] = useState<Interactive>();
  const [width, setWidth] = useState(0);
  const [picked, pick] = useState<number>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (host.current) observer.observe(host.current);
    let isWanted = true;
    void import('./interactive-chart').then((module) => {
      if (isWanted) setInteractive(() => module.InteractiveChart);
    });
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, []);
  const isLive = Interactive !== undefined && width > 0;
  const point = picked === undefined ? undefined : chart.points[picked];
  const save = (format: 'png' | 'svg') => {
    const drawing = host.current?.querySelector('svg.recharts-surface');
    if (!(drawing instanceof SVGSVGElement)) return;
    const text = { title: chart.title, about, fileName: `${fileName}.${format}` };
    if (format === 'svg') saveDrawing(drawing, text);
    else void saveImage(drawing, text);
  };
  return (
    <>
      <div ref={host} className="h-80 overflow-x-clip">
        {isLive ? <Interactive chart={chart} label={label} width={width} pick={pick} /> : children}
      </div>
      <div className="mt-2 flex items-start justify-between gap-4 text-sm text-soft">
        <p className="wrap-any py-1">
          <span aria-live="polite">
            {point && <Picked point={point} resolution={chart.resolution} path={chainPath} />}
          </span>
          {remarks}{' '}
          <span className={`no-print text-faint max-sm:hidden ${isLive ? '' : 'invisible'}`}>
            {t('Drag to zoom in; click a point for its blocks; use the arrow keys to move between points.')}
          </span>
        </p>
        <span className={`no-print flex shrink-0 gap-1 ${isLive ? '' : 'invisible'}`}>
          {(['png', 'svg'] as const).map((format) => (
            <button
              key={format}
              type="button"
              onClick={() => save(format)}
              className="inline-flex h-7 items-center gap-1.5 rounded-sm px-2 font-medium text-accent hover:bg-hover"
            >
              <Icon name="arrowDown" className="size-3.5" />
              {format.toUpperCase()}
            </button>
          ))}
        </span>
      </div>
    </>
  );
}

/** What led to the figure of a point that was clicked. */
function Picked(props: ComponentProps<typeof PeriodLinks>) {
  return (
    <span className="me-2 inline-flex flex-wrap items-baseline gap-x-2 font-medium text-ink">
      {formatPeriod(props.point, props.resolution)}: <PeriodLinks {...props} />
    </span>
  );
}
