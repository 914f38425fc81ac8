import { parseSync } from 'oxc-parser';
import { parseAbiItem } from 'viem';
import { readSolidity } from './read-solidity.mjs';

const KINDS = new Set(['function', 'event', 'error']);
const DECLARATION = /^(function|event|error)\s+[\w$]+\s*\(/;

/**
 * The functions, events and errors that a file declares: as JSON, as literals of a program, as
 * human-readable text, or in Solidity.
 */
export function readItems(path, text) {
  if (path.endsWith('.sol')) return readSolidity(text);
  const items = [];
  try {
    if (path.endsWith('.json')) visitJson(JSON.parse(text), items);
    else visitNode(parseSync(path, text).program, items);
  } catch {
    // a file that is no JSON or no program declares nothing
  }
  return items;
}

function isItem(value) {
  return KINDS.has(value.type) && typeof value.name === 'string' && Array.isArray(value.inputs);
}

function visitJson(value, items) {
  if (typeof value === 'string') visitText(value, items);
  if (typeof value !== 'object' || value === null) return;
  if (isItem(value)) items.push(value);
  else for (const inner of Object.values(value)) visitJson(inner, items);
}

function visitText(text, items) {
  if (text.startsWith('[{')) {
    try {
      visitJson(JSON.parse(text), items);
    } catch {
      // text that only looks like JSON
    }
  }
  if (!DECLARATION.test(text)) return;
  try {
    items.push(parseAbiItem(text.replace(/;$/, '')));
  } catch {
    // refers to a struct, or is a sentence
  }
}

function visitNode(node, items) {
  if (Array.isArray(node)) for (const one of node) visitNode(one, items);
  if (typeof node !== 'object' || node === null || typeof node.type !== 'string') return;
  if (node.type === 'Literal' && typeof node.value === 'string') return visitText(node.value, items);
  if (node.type === 'TemplateLiteral') visitText(evaluate(node) ?? '', items);
  if (node.type === 'ObjectExpression') {
    const type = node.properties.find((one) => nameOf(one) === 'type');
    const value = type && KINDS.has(evaluate(type.value)) ? evaluate(node) : undefined;
    if (value && isItem(value)) {
      items.push(value);
      return;
    }
  }
  for (const [key, inner] of Object.entries(node)) if (key !== 'type') visitNode(inner, items);
}

function nameOf({ type, key }) {
  return type === 'Property' ? (key.name ?? key.value) : undefined;
}

/** The value of a literal; undefined for everything that would have to run. */
function evaluate(node) {
  if (node === null) return undefined;
  if (node.type === 'Literal') return node.value;
  if (node.type === 'TemplateLiteral')
    return node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined;
  if (node.type === 'UnaryExpression' && node.operator === '!') return !evaluate(node.argument);
  if ('expression' in node) return evaluate(node.expression);
  if (node.type === 'ArrayExpression') return node.elements.map(evaluate);
  if (node.type !== 'ObjectExpression') return undefined;
  const entries = node.properties.map((one) => [nameOf(one), one.value && evaluate(one.value)]);
  return Object.fromEntries(entries.filter(([name]) => name !== undefined));
}
