import { readBrand } from '@/app/read-brand';
import { siteUrl } from '@/app/site-url';
import { StructuredData } from '@/components/layout/structured-data';
import { chartDescription, chartUnit } from '@/lib/format/chart-value';
import { t } from '@/lib/language/t';
import type { PageChart } from './load';

type Props = {
  page: Pick<PageChart, 'chain' | 'chart'>;
  /** The first and the last day shown, if any. */
  days: Readonly<{ start: string | undefined; end: string | undefined }>;
  path: string;
  csv: string | undefined;
};

/** A chart as a data set with its file. */
export function ChartData({ page: { chain, chart }, days, path, csv }: Props) {
  const unit = chartUnit(chart).name;
  const absolute = (target: string) => new URL(target, siteUrl()).href;
  return (
    <StructuredData
      type="Dataset"
      fields={{
        name: t('{title} on {name}', { title: chart.title, name: chain.name }),
        description: chartDescription(chart),
        url: absolute(path),
        isAccessibleForFree: true,
        creator: { '@type': 'Organization', name: readBrand().name, url: absolute('/') },
        variableMeasured: { '@type': 'PropertyValue', name: chart.title, unitText: unit || undefined },
        temporalCoverage: days.start && days.end && `${days.start}/${days.end}`,
        distribution: csv && {
          '@type': 'DataDownload',
          encodingFormat: 'text/csv',
          contentUrl: absolute(csv),
        },
      }}
    />
  );
}
