import { parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-tree';

/** Names that a file declares: of variables, functions, parameters, types, fields and methods, each once. */
export function declaredNames({ path, text }: Pick<SourceFile, 'path' | 'text'>): Set<string> {
  const names = new Set<string>();
  const add = (node: unknown) => {
    const name = nameOf(node);
    if (name !== undefined) names.add(name);
  };
  const addFunction = (node: { id: unknown; params: readonly unknown[] }) => {
    add(node.id);
    for (const param of node.params) addPattern(param, add);
  };
  new Visitor({
    VariableDeclarator: ({ id }) => addPattern(id, add),
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: ({ id }) => add(id),
    TSTypeAliasDeclaration: ({ id }) => add(id),
    TSInterfaceDeclaration: ({ id }) => add(id),
    TSPropertySignature: ({ key }) => add(key),
    TSMethodSignature: ({ key }) => add(key),
    PropertyDefinition: ({ key }) => add(key),
    MethodDefinition: ({ key }) => add(key),
  }).visit(parseSync(path, text).program);
  return names;
}

/** The variables of a parameter or of the left side of a declaration; a field that keeps its own name declares none. */
function addPattern(pattern: unknown, add: (node: unknown) => void): void {
  if (!isNode(pattern)) return;
  if (pattern.type === 'Identifier') add(pattern);
  else if (pattern.type === 'AssignmentPattern') addPattern(pattern.left, add);
  else if (pattern.type === 'RestElement') addPattern(pattern.argument, add);
  else if (pattern.type === 'ArrayPattern')
    for (const entry of listOf(pattern.elements)) addPattern(entry, add);
  else if (pattern.type === 'ObjectPattern')
    for (const entry of listOf(pattern.properties)) {
      if (isNode(entry) && entry.type === 'RestElement') addPattern(entry, add);
      else if (isNode(entry) && entry.shorthand !== true) addPattern(entry.value, add);
    }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function isNode(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === 'string' ? node.name : undefined;
}
