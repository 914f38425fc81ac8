import { readConfig } from '@/app/read-config';
import { sendBrandFile } from '../send-brand-file';

/** The operator's accent, over that of globals.css: the policy of pages allows no style within them. */
export function GET(request: Request): Response {
  const { colors } = readConfig().brand;
  if (colors === undefined) return sendBrandFile(request, undefined);
  const { light, dark } = colors;
  const body = `:root {
  --color-accent: light-dark(${light.accent}, ${dark.accent});
  --color-on-accent: light-dark(${light.onAccent}, ${dark.onAccent});
  --color-accent-wash: light-dark(${light.wash}, ${dark.wash});
}
`;
  return sendBrandFile(request, { body, type: 'text/css; charset=utf-8' });
}
