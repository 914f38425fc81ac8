import { FilterChips } from '@/components/ui/filter-chips';
import { tokenTypesParam } from '@/lib/endpoints/params';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';
import { withQuery } from '@/lib/format/link';
import { t } from '@/lib/language/t';

type Props = {
  list: Readonly<{ path: string; params: Readonly<Record<string, string>> }>;
  /** Standards that there are; undefined if that is not known. */
  types?: readonly string[] | undefined;
};

/** Token standard filter chips (`type` in the URL). */
export function StandardFilter({ list: { path, params }, types }: Props) {
  const { type: given = '', ...others } = params;
  const chosen = tokenTypesParam.parse(given);
  const offered = TOKEN_TYPES.filter((type) => types?.includes(type) !== false || chosen.includes(type));
  if (offered.length < 2) return null;
  const choices = offered.map((type) => {
    const isOn = chosen.includes(type);
    const next = isOn ? chosen.filter((other) => other !== type) : [...chosen, type];
    // commas separate the standards; left unencoded for readability
    const href = withQuery(path, { ...others, type: next.join(',') }).replaceAll('%2C', ',');
    return { text: type, href, isOn };
  });
  const all = { text: t('All'), href: withQuery(path, others), isOn: chosen.length === 0 };
  return <FilterChips label={t('Token standards')} choices={[all, ...choices]} />;
}
