import { parse, stringify } from 'lossless-json';
import SwaggerUI, {
  type AskedRequest,
  type Component,
  type Operation,
  type Plugin,
} from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import './api-console.css';
import { isJson, prepareDocument } from './prepare-document';

type Options = Readonly<{
  /** The initially selected chain. */
  chain: string | undefined;
  /** Whether that chain is also served on the keyless surface. */
  isOpen: boolean;
  /** Current value of the key field; empty for none. */
  readKey: () => string;
}>;

/** Renders an OpenAPI document with Swagger UI; calls go to this origin. Throws TypeError if it is no object. */
export function renderConsole(domNode: Element, document: unknown, options: Options): void {
  if (!isJson(document)) throw new TypeError('the OpenAPI document is not an object');
  SwaggerUI({
    domNode,
    spec: prepareDocument(document, options.chain),
    layout: 'ConsoleLayout',
    plugins: [layout, operations, exactNumbers, reachable, light],
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    supportedSubmitMethods: ['get'],
    syntaxHighlight: { activated: false },
    tryItOutEnabled: true,
    validatorUrl: null,
    requestInterceptor: (request) => rewriteRequest(request, options),
  });
}

/** Only operations and schemas; the page renders the rest. */
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

/**
 * All operations. From 150 on, Swagger UI draws only those in view, and then the browser's search, the keyboard and a
 * reader of the screen miss the others.
 */
const operations: Plugin = ({ React: { createElement }, getComponent }) => ({
  components: {
    operations: (props) => {
      const { specSelectors } = props;
      const tagged = specSelectors.taggedOperations();
      const draw = (tag: string, operation: Operation) => {
        const [path, method] = [operation.get('path'), operation.get('method')];
        const own = { key: `${path}-${method}`, specPath: operation.get('specPath'), op: operation };
        return createElement(getComponent('OperationContainer', true), { ...own, path, method, tag });
      };
      const groups = tagged.map((group, tag) =>
        createElement(
          getComponent('OperationTag'),
          { ...props, key: tag, tag, tagObj: group, specUrl: specSelectors.url() },
          createElement(
            'div',
            { className: 'operation-tag-content' },
            group
              .get('operations')
              .map((operation) => draw(tag, operation))
              .toArray(),
          ),
        ),
      );
      return createElement('div', null, groups.valueSeq().toArray());
    },
  },
});

/** Formats JSON itself, as Swagger UI rounds integers beyond 2^53. */
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

/** Accessibility fixes: no link inside a button, a label for every field, focusable scroll areas. */
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

/** Skips resolving the whole document for security schemes (it has none); scrolls anchors to below the top bar. */
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

/** Sends every call to this origin, whatever the document's servers; without a key, default chain calls go keyless. */
function rewriteRequest(request: AskedRequest, { chain, isOpen, readKey }: Options): AskedRequest {
  const { pathname, search } = new URL(request.url, location.origin);
  const key = readKey();
  if (key !== '') request.headers.Authorization = `Bearer ${key}`;
  const isShortened = isOpen && key === '' && pathname.startsWith(`/${chain}/`);
  request.url = `${location.origin}${isShortened ? pathname.slice(`/${chain}`.length) : pathname}${search}`;
  return request;
}
