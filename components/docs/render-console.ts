import { parse, stringify } from 'lossless-json';
import SwaggerUI, {
  type AskedRequest,
  type Component,
  type Plugin,
} from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './api-console.css';
import { isJson, prepareDocument } from './prepare-document';

type Options = Readonly<{
  /** The chain that is asked at first. */
  chain: string | undefined;
  /** Whether that chain answers on paths without a chain, to callers without a key. */
  isOpen: boolean;
  /** What stands in the field for the key: empty for none. */
  readKey: () => string;
}>;

/**
 * Has Swagger UI draw an OpenAPI document into a node. Calls go to the page's own address, with the reader's key in a
 * header. Throws TypeError for what is no document.
 */
export function renderConsole(domNode: Element, document: unknown, options: Options): void {
  if (!isJson(document)) throw new TypeError('the OpenAPI document is not an object');
  SwaggerUI({
    domNode,
    spec: prepareDocument(document, options.chain),
    layout: 'ConsoleLayout',
    plugins: [layout, exactNumbers, reachable, light],
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    supportedSubmitMethods: ['get'],
    syntaxHighlight: { activated: false },
    tryItOutEnabled: true,
    validatorUrl: null,
    requestInterceptor: (request) => askHere(request, options),
  });
}

/** What the page around it does not say itself: operations and schemas. */
const layout: Plugin = ({ React: { createElement }, getComponent }) => ({
  components: {
    ConsoleLayout: () =>
      createElement(
        'div',
        { className: 'swagger-ui' },
        createElement(getComponent('SvgAssets')),
        createElement(getComponent('errors', true)),
        createElement('h2', null, 'Operations'),
        createElement(getComponent('operations', true)),
        createElement(getComponent('Models', true)),
      ),
  },
});

/** Bodies of JSON are indented here: Swagger UI itself rounds numbers beyond 2^53. */
const exactNumbers: Plugin = () => ({
  wrapComponents: {
    responseBody:
      (Original, { React: { createElement } }) =>
      (props) =>
        createElement(Original, indent(props)),
  },
});

function indent(props: Parameters<Component>[0]): Parameters<Component>[0] {
  const { content, contentType } = props;
  if (typeof content !== 'string' || !/json/i.test(String(contentType))) return props;
  try {
    return { ...props, content: stringify(parse(content), undefined, 2), contentType: 'text/plain' };
  } catch {
    return props;
  }
}

/** For keyboards and screen readers: no link inside a button, a label for every field, a focus for what scrolls. */
const reachable: Plugin = () => ({
  wrapComponents: {
    DeepLink:
      (_, { React: { createElement } }) =>
      ({ text }) =>
        createElement('span', null, text),
    JsonSchemaForm:
      (Original, { React: { createElement } }) =>
      (props) =>
        createElement(
          'label',
          null,
          createElement('span', { className: 'sr-only' }, props.description),
          createElement(Original, props),
        ),
    HighlightCode:
      (Original, { React: { createElement } }) =>
      (props) =>
        createElement(
          'div',
          { className: 'console-body', role: 'group', 'aria-label': 'Body', tabIndex: 0 },
          createElement(Original, props),
        ),
  },
});

/**
 * Leaves out what Swagger UI would resolve before it shows anything, by reading the whole document: ways to send a key,
 * of which none are left. Scrolls to what the address names without passing below the bar of the site.
 */
const light: Plugin = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree: (original) => (path) =>
          Array.isArray(path) && path[1] === 'securitySchemes' ? undefined : original(path),
      },
    },
    layout: {
      wrapActions: {
        scrollToElement: () => (element) => {
          if (element instanceof Element) element.scrollIntoView({ behavior: 'instant' });
          return { type: 'console_scrolled' };
        },
      },
    },
  },
});

/**
 * Every call goes to this address, whatever servers the document names. Without a key the default chain is asked on the
 * surface that is open to everyone.
 */
function askHere(request: AskedRequest, { chain, isOpen, readKey }: Options): AskedRequest {
  const { pathname, search } = new URL(request.url, location.origin);
  const key = readKey();
  if (key !== '') request.headers.Authorization = `Bearer ${key}`;
  const isShortened = isOpen && key === '' && pathname.startsWith(`/${chain}/`);
  request.url = `${location.origin}${isShortened ? pathname.slice(`/${chain}`.length) : pathname}${search}`;
  return request;
}
