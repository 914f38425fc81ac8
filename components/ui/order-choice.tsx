import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';
import { Choices } from './choices';

type Props = { list: Readonly<{ path: string; params: Readonly<Record<string, string>> }> };

/** Newest or oldest first (`order` in the URL). */
export function OrderChoice({ list: { path, params } }: Props) {
  const { order, ...others } = params;
  return (
    <Choices
      label={t('Order')}
      choices={[
        { text: t('Newest first'), href: withQuery(path, others), isOn: order !== 'asc' },
        {
          text: t('Oldest first'),
          href: withQuery(path, { ...others, order: 'asc' }),
          isOn: order === 'asc',
        },
      ]}
    />
  );
}
