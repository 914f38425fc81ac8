import { siteUrl } from '@/app/site-url';
import { arrangeFlow } from '@/components/money-flow/arrange-flow';
import { FlowDrawing } from '@/components/money-flow/flow-drawing';
import { toHtml } from '@/components/ui/to-html';
import { coinIn } from '@/lib/format/amount';
import { linkNode, type Params } from '../load';
import { sendFlow } from '../send-flow';

/** The colors of the page in a file of its own. */
const STYLE = `
text{font-family:system-ui,sans-serif}.flow-name{font-size:13px;font-weight:600;fill:#1c2230}
.flow-mono{font-family:ui-monospace,monospace}.flow-note{font-size:11px;fill:#667085}
.flow-amount{font-size:12px;fill:#1c2230}.flow-node{fill:#f4f5f8;stroke:#d5d9e2}.flow-first{stroke:#3358d4;stroke-width:1.5}
.flow-line{fill:none;stroke-width:1.75}.flow-blue{stroke:#2f62c8}.flow-orange{stroke:#b3541e}.flow-green{stroke:#1d7f54}
.flow-purple{stroke:#8a3fc0}.flow-cyan{stroke:#18788c}.flow-pink{stroke:#c03a78}.flow-yellow{stroke:#857316}`;

/** The drawing of a flow as a file, with links to the site. */
export async function GET(request: Request, { params }: { params: Params }): Promise<Response> {
  return sendFlow(request, params, {
    type: 'image/svg+xml; charset=utf-8',
    extension: 'svg',
    write: (page, flow) => {
      const hrefOf = (node: (typeof flow.nodes)[number]) => new URL(linkNode(page, node), siteUrl()).href;
      const layout = arrangeFlow(flow);
      const coin = coinIn(undefined, page.chain.symbol);
      const inside = toHtml(FlowDrawing({ flow, layout, coin, hrefOf })) ?? '';
      return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 ${layout.width + 16} ${layout.height + 16}"><style>${STYLE}</style><rect x="-8" y="-8" width="100%" height="100%" fill="#fff"/>${inside}</svg>`;
    },
  });
}
