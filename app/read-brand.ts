import type { Brand } from '@/components/layout/brand';
import { msg, t } from '@/lib/language/t';
import { readConfig } from './read-config';

/** How the operator wants the site to look, without the bytes of the logo. */
export function readBrand(): Brand {
  const { name, isNamed, logo, colors, links, footer, notice } = readConfig().brand;
  return {
    name,
    logo: logo && { href: `/brand/logo?v=${logo.version}`, type: logo.type },
    stylesheet: colors && `/brand/style.css?v=${versionOf(Object.values(colors))}`,
    links,
    footer:
      footer ??
      t(isNamed ? msg('{name}, an Astrolabe block explorer') : msg('{name}, an open-source block explorer'), {
        name,
      }),
    notice,
  };
}

/** Other colors have another version. */
function versionOf(themes: readonly Readonly<Record<string, string>>[]): string {
  return themes
    .flatMap((theme) => Object.values(theme))
    .join('')
    .replaceAll('#', '');
}
