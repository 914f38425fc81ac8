/** The part of Swagger UI used here: https://github.com/swagger-api/swagger-ui/tree/master/docs */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** Collections of Immutable.js. */
  export type Operation = Readonly<{ get(name: string): unknown }>;
  type Items<Item> = Readonly<{ toArray(): Item[] }>;
  type Group = Readonly<{
    get(name: 'operations'): Readonly<{ map<Item>(draw: (operation: Operation) => Item): Items<Item> }>;
  }>;
  type Groups = Readonly<{
    map<Item>(draw: (group: Group, tag: string) => Item): Readonly<{ valueSeq(): Items<Item> }>;
  }>;
  type Selectors = Readonly<{ specSelectors: Readonly<{ taggedOperations(): Groups; url(): string }> }>;
  export type Component = (props: Readonly<Record<string, unknown>> & Selectors) => unknown;
  /** An action takes one argument: an element or the path of its subject. */
  type Action = (subject: unknown) => unknown;
  type System = Readonly<{
    /** Swagger UI bundles its own React; elements of another copy do not work. */
    React: Readonly<{
      createElement(
        type: string | Component,
        props?: Readonly<Record<string, unknown>> | null,
        ...children: unknown[]
      ): unknown;
    }>;
    getComponent(name: string, isContainer?: boolean): Component;
  }>;
  export type Plugin = (system: System) => Readonly<{
    components?: Readonly<Record<string, Component>>;
    statePlugins?: Readonly<
      Record<string, Readonly<{ wrapActions: Readonly<Record<string, (original: Action) => Action>> }>>
    >;
    wrapComponents?: Readonly<Record<string, (original: Component, system: System) => Component>>;
  }>;
  export type AskedRequest = { url: string; headers: Record<string, string> };

  export default function SwaggerUI(
    options: Readonly<{
      domNode: Element;
      spec: object;
      layout: string;
      plugins: readonly Plugin[];
      deepLinking: boolean;
      docExpansion: 'list' | 'full' | 'none';
      defaultModelsExpandDepth: number;
      displayRequestDuration: boolean;
      supportedSubmitMethods: readonly string[];
      syntaxHighlight: Readonly<{ activated: boolean }>;
      tryItOutEnabled: boolean;
      validatorUrl: null;
      requestInterceptor(request: AskedRequest): AskedRequest;
    }>,
  ): unknown;
}
